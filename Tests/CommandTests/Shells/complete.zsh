# Prints what zsh offers for a line: an interactive zsh on a terminal of its own is given the line and a tabulator, and
# each match that its completion system is told of is printed.
zmodload zsh/zpty
here=${0:h}
cd
zpty inner zsh -f -i
said() { local text; zpty -r inner text "*$1*" && REPLY=$text; }

zpty -w inner 'PS1= PS2= RPS1=; unsetopt zle_bracketed_paste 2>/dev/null; stty -echo'
zpty -w inner "source $here/report.zsh; print READY"
said $'READY\r\n'
zpty -w -n inner "$1"$'\t'
said 'END-OF-MATCHES'
REPLY=${REPLY#*BEGIN-OF-MATCHES}
print -rl -- ${(f)${${REPLY%END-OF-MATCHES*}//$'\r'/}} | sed '/^$/d'
zpty -d inner
