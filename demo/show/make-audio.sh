#!/usr/bin/env bash
# Makes the show's audio: a plucked phrase over still water, and a voice that says where
# we are. Everything is synthesised, so the files are ours. Needs espeak-ng, sox and lame:
#   apt-get install espeak-ng sox lame && demo/show/make-audio.sh
# Lengths and durations then go into feed.xml by hand; test/demo/show.test.ts holds them together.
set -euo pipefail
cd "$(dirname "$0")/media"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# mix NAME SECONDS VOICE TEXT NOTE…: one file, mono, 24 kbit/s.
mix() {
  local name=$1 seconds=$2 voice=$3 text=$4
  shift 4
  local strings=() delays=() at=2.4
  for note in "$@"; do
    strings+=(pluck "$note")
    delays+=("$at")
    at=$(awk "BEGIN { print $at + 0.62 }")
  done
  sox -n -r 22050 "$work/water.wav" synth "$seconds" brownnoise \
    lowpass 420 tremolo 0.19 75 gain -20 fade t 1.5 "$seconds" 2.5
  sox -n -r 22050 "$work/music.wav" synth "$seconds" "${strings[@]}" \
    delay "${delays[@]}" remix - lowpass 2600 reverb 55 remix - \
    norm -9 fade t 0 "$seconds" 3
  espeak-ng -v "$voice" -s 128 -p 32 -a 90 -w "$work/spoken.wav" "$text"
  sox "$work/spoken.wav" -r 22050 "$work/voice.wav" \
    lowpass 4200 norm -7 reverb 22 remix - pad 0.7
  sox -m -v 1 "$work/water.wav" -v 1 "$work/music.wav" -v 0.9 "$work/voice.wav" \
    "$work/mix.wav" norm -3
  lame --quiet --cbr -b 24 -m m -q 0 -t "$work/mix.wav" "$name.mp3"
}

mix trailer 9 en-gb 'This is: the Slack Hour.' D3 A3 D4 F4 A4
mix s1e1 10 en-gb 'Tórshavn. First boat out.' C3 G3 C4 E4 G4 E4
mix s1e2 10 en-gb 'Camogli.' F3 A3 C4 F4 E4 C4 A3
mix s1e3 10 en-gb 'Honfleur. Low water.' G2 D3 G3 B3 D4 B3
mix s1e4 10 en-gb 'Stromness. The bell.' A3 A3 E4 A3 A3 E4 A4
mix s1e5 10 en-gb 'Cobh.' D3 A3 D4 F#4 E4 D4
mix s1e6 10 en-gb 'Marstal. Lights off.' E3 B3 E4 G4 F#4 E4
mix s2e1 10 ja 'おのみち。' D3 G3 A3 C4 D4 G4 A4
mix s2e2 10 en-gb 'Lunenburg. Bloody fog.' Bb2 F3 Bb3 D4 C4 Bb3
mix s2e3 10 ar 'مطرح' D3 A3 Bb3 C#4 D4 A4 D4
mix s2e4 10 en-gb 'Bergen. Rain, of course.' G3 B3 D4 G4 F#4 D4 B3
mix s2e5 10 el 'Ύδρα.' E3 A3 B3 E4 C4 B3 A3
mix s2e6 10 en-gb 'Falmouth. Both ways.' C3 G3 A3 E4 G4 E4 C4

# The bonus is season two without the voices' gaps: the quiet end of each harbour, one after the other.
ends=()
for name in s2e1 s2e2 s2e3 s2e4 s2e5 s2e6; do
  lame --quiet --decode "$name.mp3" "$work/$name.wav"
  sox "$work/$name.wav" "$work/$name.end.wav" trim 2.6 5 fade t 0.4 5 0.6
  ends+=("$work/$name.end.wav")
done
sox "${ends[@]}" "$work/bonus.wav" norm -3
lame --quiet --cbr -b 24 -m m -q 0 -t "$work/bonus.wav" bonus.mp3

wc -c -- *.mp3
