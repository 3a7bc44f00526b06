#!/usr/bin/python3
# A mail server for the tests: aiosmtpd on a free port of 127.0.0.1, or of another
# address.
#
#	smtpd.py [--tls starttls|smtps] [--cert FILE --key FILE]
#	    [--user USER --password PASSWORD] [--no-utf8] [--address ADDRESS]
#
# It writes "port N", then a line of JSON for each message that it has, read by
# Python's own mail parser, before it answers to it.  On standard input it takes
# lines, and writes "ok" after each:
#
#	mail|rcpt|data ANSWER	the next such command gets this answer ("\n": a
#				line feed)
#	auth MECHANISMS		the next EHLO offers these
#	drop auth|mail|rcpt|data	there the connection breaks off, once
#	hold			the next message gets no answer before "go"
#	go
#
# It ends with its standard input.
import argparse
import asyncio
import email
import email.policy
import json
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

args = argparse.ArgumentParser()
for name in 'tls', 'cert', 'key', 'user', 'password':
    args.add_argument('--' + name)
args.add_argument('--address', default='127.0.0.1')
args.add_argument('--no-utf8', action='store_true')
args = args.parse_args()

logging.disable()
warnings.simplefilter('ignore')  # of sign-in without TLS
answers = {}
drops = set()
holds = []
sessions = []


def say(what):
    print(what, flush=True)


class Handler:
    async def handle_EHLO(self, server, session, envelope, host, responses):
        session.host_name = host
        if args.no_utf8:  # offers what is none, and takes what it is given
            responses = [r.replace('SMTPUTF8', 'SMTPUTF8X')
                         for r in responses]
        offered = answers.pop('auth', None) if session.ssl else None
        return [f'250-AUTH {offered}' if offered and 'AUTH' in r else r
                for r in responses]

    def planned(self, server, command):
        if command in drops:
            drops.remove(command)
            server.transport.abort()
            return '421 gone'
        return answers.pop(command, '').replace('\\n', '\n') or None

    async def handle_MAIL(self, server, session, envelope, address, options):
        answer = self.planned(server, 'mail')
        if answer is None:
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return answer or '250 2.1.0 OK'

    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = self.planned(server, 'rcpt')
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or '250 2.1.5 OK'

    async def handle_DATA(self, server, session, envelope):
        answer = self.planned(server, 'data')
        if answer:
            return answer
        raw = envelope.content
        # Headers of RFC 6532 only where they have been announced.
        m = email.message_from_string(
            raw.decode('utf-8' if envelope.smtp_utf8 else 'ascii'),
            policy=email.policy.default)
        if session not in sessions:
            sessions.append(session)
        go = holds.pop() if holds else None
        say(json.dumps({
            'from': envelope.mail_from, 'to': envelope.rcpt_tos,
            'options': envelope.mail_options,
            'tls': session.ssl is not None or args.tls == 'smtps',
            'user': session.auth_data and session.auth_data.login.decode(),
            'session': sessions.index(session),
            'headers': [[k, str(v)] for k, v in m.items()],
            'addresses': [a.addr_spec for a in m['to'].addresses],
            'date': m['date'].datetime.timestamp(),
            'text': m.get_content(),
            'type': m.get_content_type(), 'charset': m.get_content_charset(),
            'defects': [repr(d) for d in m.defects] + [
                repr(d) for v in m.values() for d in v.defects],
            'raw': raw.decode('latin-1'),
        }))
        if go:
            await go.wait()
        return '250 2.0.0 Queued as 4711'


def signed_in(server, session, envelope, mechanism, data):
    if 'auth' in drops:
        drops.remove('auth')
        server.transport.abort()
    right = (data.login, data.password) == (args.user.encode(),
                                            args.password.encode())
    # A careless server's answer may hold what it was sent.
    return AuthResult(success=True, auth_data=data) if right else AuthResult(
        success=False, handled=False,
        message='535 5.7.8 no user with ' + data.password.decode())


def server():
    return SMTP(Handler(), hostname='mail.test', enable_SMTPUTF8=True,
                tls_context=context if args.tls == 'starttls' else None,
                require_starttls=args.tls == 'starttls',
                auth_required=args.user is not None,
                auth_require_tls=False,
                authenticator=signed_in, loop=loop)


held = None


def command():
    global held
    line = sys.stdin.readline()
    if line == '':
        loop.stop()
        return
    word, rest = (line.strip().split(' ', 1) + [''])[:2]
    if word == 'hold':
        held = asyncio.Event()
        holds.append(held)
    elif word == 'go':
        held.set()
    elif word == 'drop':
        drops.add(rest)
    else:
        answers[word] = rest
    say('ok')


context = None
if args.cert:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(args.cert, args.key)
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
listening = loop.run_until_complete(loop.create_server(
    server, args.address, 0, ssl=context if args.tls == 'smtps' else None))
loop.add_reader(sys.stdin, command)
say('port %d' % listening.sockets[0].getsockname()[1])
loop.run_forever()
