# A real mail server (t/lib/smtpd.py) to which docket-mail sends.
#
#	my $m = Smtpd->new(tls => 'starttls', user => 'u', password => 'p');
#	my $d = Docket->new($m->settings);	# smtp-url, mail-from
#	$d->{env}{SSL_CERT_FILE} = $m->{cert};
#	$m->tell('rcpt 550 5.1.1 unknown');	# smtpd.py has the commands
#	my @mails = $m->mails;			# since the last call
#	my $mail = $m->wait;			# waits for the next one
#
# Options: tls (starttls or smtps; default none), name (in its certificate),
# user, password, no_utf8, address (default 127.0.0.1).  The pipe holds some
# forty mails that nobody has read; then the server waits.
package Smtpd;
use strict;
use warnings;
use File::Temp 'tempdir';
use IPC::Open2 'open2';
use JSON::PP;

sub new {
	my ($class, %o) = @_;
	my $self = bless { %o, mails => [] }, $class;
	my @args;
	if ($o{tls}) {
		@$self{qw(cert key)} = certificate($o{name} // 'localhost');
		push @args, '--tls', $o{tls}, '--cert', $self->{cert},
		    '--key', $self->{key};
	}
	push @args, '--user', $o{user}, '--password', $o{password}
	    if $o{user};
	push @args, '--no-utf8' if $o{no_utf8};
	push @args, '--address', $o{address} if $o{address};
	(my $lib = __FILE__) =~ s{[^/]*$}{};
	$self->{pid} = open2(@$self{qw(out in)}, '/usr/bin/python3',
	    "${lib}smtpd.py", @args);
	$self->{in}->autoflush(1);
	($self->{port}) = readline($self->{out}) =~ /^port (\d+)$/
	    or die "smtpd.py did not start\n";
	return $self;
}

# A self-signed certificate; the files of it and of its key.
sub certificate {
	my ($name) = @_;
	my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	system("openssl req -x509 -newkey ec -pkeyopt " .
	    "ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=$name " .
	    "-addext subjectAltName=DNS:$name -keyout $dir/key.pem " .
	    "-out $dir/cert.pem 2>$dir/err") == 0 or die "openssl failed\n";
	return ("$dir/cert.pem", "$dir/key.pem");
}

# host => another name for it, password => another one.
sub url {
	my ($self, %o) = @_;
	my $password = $o{password} // $self->{password};
	my $user = '';
	if ($self->{user}) {
		$password =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ge;
		$user = "$self->{user}:$password\@";
	}
	return (($self->{tls} // '') eq 'smtps' ? 'smtps' : 'smtp') .
	    "://$user" . ($o{host} // 'localhost') . ":$self->{port}";
}

sub settings {
	my ($self, %o) = @_;
	return ('smtp-url' => $self->url(%o),
	    'mail-from' => 'docket@example.org');
}

sub tell {
	my ($self, @lines) = @_;
	for my $line (@lines) {
		print { $self->{in} } "$line\n";
		my $heard;
		while (($heard = readline $self->{out}) ne "ok\n") {
			push @{$self->{mails}}, decode_json($heard);
		}
	}
}

sub mails {
	my ($self) = @_;
	$self->tell('');
	return map { named($_) } splice @{$self->{mails}};
}

sub wait {
	my ($self) = @_;
	return named(shift @{$self->{mails}} //
	    decode_json(scalar readline $self->{out}));
}

# Each header once, by its name in lower case; and the code in the text.
sub named {
	my ($mail) = @_;
	my %h;
	for (@{$mail->{headers}}) {
		die "$_->[0] is there twice\n" if exists $h{lc $_->[0]};
		$h{lc $_->[0]} = $_->[1];
	}
	$mail->{header} = \%h;
	$mail->{text} =~ s/\r\n/\n/g;
	($mail->{code}) = $mail->{text} =~ /^    ([\w-]{43})$/m;
	return $mail;
}

sub DESTROY {
	my ($self) = @_;
	local ($?, $!);
	close $self->{in} if $self->{in};
	waitpid $self->{pid}, 0 if $self->{pid};
}

1;
