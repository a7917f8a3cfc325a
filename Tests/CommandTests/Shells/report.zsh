# Lets the completion system of an interactive zsh print its matches instead of showing them.
fpath=($PWD $fpath)
autoload -Uz compinit
compinit -C -d ~/.zcompdump
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false

compadd() {
  # Calls that fill arrays are the system's own bookkeeping.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a found
  builtin compadd -A found "$@"
  ((!$#found)) || print -rl -- $found
  builtin compadd "$@"
}

begin() { print BEGIN-OF-MATCHES; }
finish() { print END-OF-MATCHES; }
compprefuncs=(begin)
comppostfuncs=(finish)
