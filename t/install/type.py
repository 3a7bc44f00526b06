# Types at the terminal of a command: N pairs of what it must show and what is
# then typed, then the command.
import os, pty, re, signal, sys

n = int(sys.argv[1])
pairs = [(sys.argv[2 + 2 * i], sys.argv[3 + 2 * i]) for i in range(n)]
command = sys.argv[2 + 2 * n:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
signal.alarm(300)  # for what it never shows
seen = ""
while True:
    try:
        got = os.read(fd, 4096)
    except OSError:
        break
    if not got:
        break
    sys.stdout.write(got.decode(errors="replace"))
    sys.stdout.flush()
    seen += got.decode(errors="replace")
    if pairs and re.search(pairs[0][0], seen):
        os.write(fd, (pairs[0][1] + "\n").encode())
        seen = ""
        pairs.pop(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
