"""Opens a page in a headless Chromium and says what there is to see, as JSON.

usage: browser.py FILE WIDTH HEIGHT light|dark [SCREENSHOT [SCRIPT]]

Speaks the DevTools protocol over two pipes, so that nothing listens on a port. SCRIPT is run in the page when it is
drawn; what it gives is told as `script`.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile


class Browser:
    def __init__(self, profile):
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                   "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        # Chromium reads its orders from descriptor 3 and answers on 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec chromium "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", *options],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": profile, "XDG_CONFIG_HOME": profile})
        os.close(theirs_in)
        os.close(theirs_out)
        self.orders, self.answers = os.fdopen(ours_out, "wb"), os.fdopen(ours_in, "rb")
        self.last, self.rest, self.events, self.session = 0, b"", [], None

    def order(self, method, **parameters):
        self.last += 1
        order = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            order["sessionId"] = self.session
        self.orders.write(json.dumps(order).encode() + b"\0")
        self.orders.flush()
        while True:
            message = self.next()
            if message.get("id") == self.last:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def next(self):
        while b"\0" not in self.rest:
            more = os.read(self.answers.fileno(), 1 << 20)
            if not more:
                raise RuntimeError("Chromium has gone")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.next())

    def value(self, script):
        result = self.order("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def told(self, method):
        return [event["params"] for event in self.events if event.get("method") == method]


# How many pixels of a canvas are not of its most frequent colour, how many of those are vivid rather than grey, as only
# lines are, and how many different colours it has.
LOOK = """
Object.fromEntries([...document.querySelectorAll("canvas")].filter((canvas) => canvas.offsetParent).map((canvas) => {
  const name = canvas.id || canvas.closest("figure").id + (canvas.tabIndex < 0 ? "" : "-cursor");
  let image;
  try {
    image = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  } catch {
    return [name, null];  // It shows pictures from elsewhere, which no script may look at.
  }
  const pixels = new Uint32Array(image.data.buffer);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  let vivid = 0;
  for (let i = 0; i < image.data.length; i += 4) {
    const parts = image.data.subarray(i, i + 3);
    if (image.data[i + 3] > 128 && Math.max(...parts) - Math.min(...parts) > 100) vivid++;
  }
  const most = Math.max(...counts.values());
  return [name, { drawn: pixels.length - most, vivid, colours: counts.size }];
}))
"""

# Milliseconds from the order to open the page until the map has its pixels: reading one waits for them.
DRAWN = """
(() => {
  try { document.querySelector("#map").getContext("2d").getImageData(0, 0, 1, 1); } catch {}
  return performance.now();
})()
"""

SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def look(browser, path, width, height, scheme, screenshot, script):
    target = browser.order("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.order("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ["Page", "Runtime", "Log", "Network"]:
        browser.order(f"{domain}.enable")
    browser.order("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
    browser.order("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.order("Page.navigate", url=pathlib.Path(path).absolute().as_uri())
    browser.wait_for("Page.loadEventFired")
    drawn = browser.value(DRAWN)
    browser.value(SETTLED)
    result = {"drawn": drawn, "script": json.dumps(browser.value(script), ensure_ascii=False) if script else None}
    browser.value(SETTLED)
    # Before this program looks at pixels, which Chromium has remarks about.
    result["faults"] = [json.dumps(event) for event in browser.told("Runtime.consoleAPICalled")]
    result["faults"] += [json.dumps(event) for event in browser.told("Runtime.exceptionThrown")]
    result["faults"] += [event["entry"]["text"] for event in browser.told("Log.entryAdded")]
    result["canvases"] = browser.value(LOOK)
    result["title"] = browser.value("document.title")
    result["text"] = browser.value("document.body.innerText")
    result["overflow"] = browser.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    result["addresses"] = [event["request"]["url"] for event in browser.told("Network.requestWillBeSent")]
    if screenshot:
        image = browser.order("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        pathlib.Path(screenshot).write_bytes(base64.b64decode(image["data"]))
    return result


def main(path, width, height, scheme, screenshot=None, script=None):
    # What Chromium still writes while it ends may be in the way of removing its profile.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            print(json.dumps(look(browser, path, int(width), int(height), scheme, screenshot, script)))
        finally:
            browser.session = None
            try:
                browser.order("Browser.close")
                browser.process.wait(10)
            except (OSError, RuntimeError, subprocess.TimeoutExpired):
                browser.process.kill()


main(*sys.argv[1:])
