"""Runs campaigns and prints a line for each of their findings; exit status 1 if one fails."""
import argparse, importlib, os, random, sys, time

CAMPAIGNS = ["powercut", "kill", "faults", "soak", "flood", "bytes"]


def main():
    parser = argparse.ArgumentParser(prog="scripts/torture", description=__doc__)
    parser.add_argument("campaign", choices=[*CAMPAIGNS, "all"])
    parser.add_argument("--short", action="store_true", help="a sample of it, in less than a minute")
    parser.add_argument("--seed", type=int, help="the seed of a former run, to have it again")
    parser.add_argument("--trace", metavar="FOLDER", help="powercut: examine a trace that a former run has kept")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 31) if options.seed is None else options.seed
    sys.path.insert(0, os.path.dirname(__file__))
    failures = 0
    for name in CAMPAIGNS if options.campaign == "all" else [options.campaign]:
        began = time.monotonic()
        kept = {"kept": options.trace} if name == "powercut" else {}
        for verdict in importlib.import_module(name).campaign(seed, options.short, **kept):
            print(verdict, flush=True)
            failures += verdict.holds is False
        print(f"{name:28} took {time.monotonic() - began:.0f} s", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__": main()
