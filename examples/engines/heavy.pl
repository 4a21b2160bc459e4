#!/usr/bin/perl
# The same bot in Perl (docs/engines.md): no module but those that come with it.
# tantera arena "pipe:perl examples/engines/heavy.pl" "pipe:node examples/engines/heavy.js"
use strict;
use warnings;
use JSON::PP;

$| = 1;    # an answer that waits in a buffer is none

sub weight {
    my ($low, $high) = split //, $_[0]{tile} // '00';
    return $low + $high + ($low == $high ? 100 : 0);
}

while (my $line = <STDIN>) {
    my $asked = decode_json($line);
    if ($asked->{type} eq 'hello') {
        print encode_json({ protocol => 1, name => 'Heavy' }), "\n";
    } elsif ($asked->{type} eq 'turn') {
        my @options = @{ $asked->{view}{options} };
        my $best = 0;
        for my $at (0 .. $#options) {
            $best = $at if weight($options[$at]) > weight($options[$best]);
        }
        print encode_json({ id => $asked->{id}, option => $best }), "\n";
    }
}
