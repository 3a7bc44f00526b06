# A client of CalDAV: a user's token, and requests below /dav.
#
#	my $phone = Dav->new($ada);			# makes a token
#	my $r = $phone->propfind("/dav/$id/", [qw(D:displayname)], 1);
#	$r->{responses}{$href}{'D:displayname'}	# inner XML of what is 200
#	$r->{status_of}{$href}			# of a response without propstat
#	my $etag = $phone->put($href, $text)->{headers}{etag};
package Dav;
use strict;
use warnings;
use Docket;
use MIME::Base64 'encode_base64';

my %ns = (D => 'DAV:', C => 'urn:ietf:params:xml:ns:caldav',
    S => 'http://calendarserver.org/ns/', A => 'http://apple.com/ns/ical/');
our $Xmlns = join ' ', map { qq(xmlns:$_="$ns{$_}") } sort keys %ns;

# Options: of the token.
sub new {
	my ($class, $user, %token) = @_;
	my $r = $user->post('/me/tokens', { name => 'Phone',
	    scopes => ['dav'], %token });
	die "token: $r->{status} $r->{body}" if $r->{status} != 201;
	return bless { user => $user, secret => $r->{json}{token},
	    id => $r->{json}{id}, home => "/dav/$user->{me}{id}/" }, $class;
}

sub basic {
	my ($email, $secret) = @_;
	return 'Basic ' . encode_base64("$email:$secret", '');
}

sub with { my ($self, %o) = @_;
	return bless { %$self, user => $self->{user}->with(%o) }, ref $self }

sub with_user { my ($self, $user) = @_;
	return bless { %$self, user => $user }, ref $self }

sub request {
	my ($self, $method, $path, $body, %h) = @_;
	$h{Authorization} = basic($self->{user}{email}, $self->{secret})
	    if !exists $h{Authorization};
	return $self->{user}->request($method, $path, $body, %h);
}

sub xml {
	my ($self, $method, $path, $body, %h) = @_;
	my $r = $self->request($method, $path,
	    qq(<?xml version="1.0" encoding="utf-8"?>\n$body),
	    'Content-Type' => 'application/xml', %h);
	return parse($r);
}

sub props { return '<D:prop>' . join('', map { "<$_/>" } @_) . '</D:prop>' }

sub propfind {
	my ($self, $path, $props, $depth, %h) = @_;
	return $self->xml('PROPFIND', $path, "<D:propfind $Xmlns>" .
	    props(@$props) . '</D:propfind>', Depth => $depth // 0, %h);
}

sub multiget {
	my ($self, $path, @hrefs) = @_;
	return $self->xml('REPORT', $path, "<C:calendar-multiget $Xmlns>" .
	    props('D:getetag', 'C:calendar-data') . join('',
	    map { "<D:href>$_</D:href>" } @hrefs) .
	    '</C:calendar-multiget>');
}

sub query {
	my ($self, $path, $filter) = @_;
	return $self->xml('REPORT', $path, "<C:calendar-query $Xmlns>" .
	    props('D:getetag', 'C:calendar-data') .
	    '<C:filter><C:comp-filter name="VCALENDAR">' . $filter .
	    '</C:comp-filter></C:filter></C:calendar-query>');
}

sub sync {
	my ($self, $path, $token, %o) = @_;
	return $self->xml('REPORT', $path, "<D:sync-collection $Xmlns>" .
	    '<D:sync-token>' . ($token // '') . '</D:sync-token>' .
	    '<D:sync-level>1</D:sync-level>' .
	    ($o{limit} ? "<D:limit><D:nresults>$o{limit}</D:nresults></D:limit>" :
	    '') . props('D:getetag') . '</D:sync-collection>');
}

sub put {
	my ($self, $path, $text, %h) = @_;
	return $self->request('PUT', $path, $text,
	    'Content-Type' => 'text/calendar; charset=utf-8', %h);
}
sub get { my ($self, $path, %h) = @_;
	return $self->request('GET', $path, undef, %h) }
sub del { my ($self, $path, %h) = @_;
	return $self->request('DELETE', $path, undef, %h) }

my %prefix = ('' => 'D:', 'C:' => 'C:', 'S:' => 'S:', 'A:' => 'A:');

sub unescape {
	my ($text) = @_;
	my %of = (lt => '<', gt => '>', amp => '&', quot => '"', '#13' => "\r");
	$text =~ s/&(lt|gt|amp|quot|#13);/$of{$1}/g;
	return $text;
}

# Adds responses, status_of and sync_token to an answer.
sub parse {
	my ($r) = @_;
	return $r if $r->{status} != 207;
	my $body = $r->{body};
	while ($body =~ m{<response><href>(.*?)</href>(.*?)</response>}gs) {
		my ($href, $rest) = (unescape($1), $2);
		push @{$r->{hrefs}}, $href;
		while ($rest =~ m{<propstat><prop>(.*?)</prop><status>HTTP/1.1 (\d+)}gs) {
			my ($props, $status) = ($1, $2);
			while ($props =~ m{<((?:[A-Z]:)?)([\w-]+)([^>]*?)(?:/>|>(.*?)</\1\2>)}gs) {
				my $name = "$prefix{$1}$2";
				$r->{status}{$name} = $status if 0;
				$r->{prop_status}{$href}{$name} = $status;
				$r->{responses}{$href}{$name} =
				    unescape($4 // '') if $status == 200;
			}
		}
		$r->{responses}{$href} //= {};
		$r->{status_of}{$href} = $1
		    if $rest =~ m{^<status>HTTP/1.1 (\d+)};
	}
	$r->{sync_token} = $1 if $body =~ m{<sync-token>([^<]+)</sync-token>\s*</multistatus>};
	return $r;
}

1;
