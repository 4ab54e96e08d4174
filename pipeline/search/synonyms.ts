import { stemOf } from './stem.ts';
import { wordsOf } from './words.ts';

/** Stem → stems that readers use for the same thing. */
export type Synonyms = ReadonlyMap<string, ReadonlySet<string>>;

/** Name of the author's own list in the site's folder. */
export const synonymsFile = 'search-synonyms.txt';

/**
 * Reads a list of synonyms: a line is a group of words that stand for each other, separated by
 * commas or blanks; `#` begins a comment. The author's groups come on top of the general ones.
 */
export function readSynonyms(own = '', language = 'en'): Synonyms {
  const groups = new Map<string, Set<string>>();
  const lines = language.startsWith('en') ? `${general}\n${own}` : own;
  for (const line of lines.split('\n')) {
    const stems = new Set(wordsOf(line.replace(/#.*/, '')).map((word) => stemOf(word, language)));
    if (stems.size < 2) continue;
    for (const stem of stems) {
      const others = groups.get(stem) ?? new Set();
      groups.set(stem, others);
      for (const other of stems) if (other !== stem) others.add(other);
    }
  }
  return groups;
}

/** Vocabulary of software and its manuals: nothing in it belongs to one product. */
const general = `
add create insert new make generate build
add append include attach
delete remove erase drop purge wipe clear discard
forget delete expire
update edit change modify alter adjust rewrite revise
customize custom tailor personalize own
list show display view see browse
get fetch retrieve read obtain access
set configure setup setting config configuration option preference
install setup installation
deploy deployment publish release ship rollout
run start launch execute execution boot
invoke invocation call
stop end terminate cancel abort halt quit
finish complete completion done ready
pause suspend
resume continue
expire expiration expiry ttl lifetime
error fail failure exception problem issue trouble bug crash broken
fix solve resolve troubleshoot troubleshooting repair debug
notify notification alert webhook
message notification
login signin authentication authenticate auth
logout signout
password credential secret
key token credential secret
identity identifier id
user person people member customer account visitor
admin administrator manager owner
limit quota maximum cap max restriction
raise increase grow extend
reduce decrease lower shrink
large big huge long
rate throttle
429 throttle limit
401 unauthorized unauthenticated
403 forbidden permission
price cost pricing billing subscription charge fee buy purchase
pay payment billing invoice
plan tier subscription
free trial
fast speed performance latency quick slow optimize
file document attachment upload
upload import ingest
folder directory path
picture image photo screenshot
voice audio speech sound
video film
record entry item row
store save persist keep storage remember
database db datastore
server host backend instance
frontend ui interface
url address link endpoint domain
endpoint api call request route http rest
function method
parameter argument field option property attribute
response answer reply output result return
hit result match
input prompt
version release revision
history revision log audit changelog past previous
upgrade migrate migration update
move migrate transfer
switch migrate replace swap change
bulk batch mass several many multiple lot
import load ingest ingestion backfill
export download dump backup
backup restore recover
search find query lookup retrieve retrieval
filter restrict narrow
sort order rank ranking rerank
rank score relevance priority
threshold cutoff minimum
similar similarity related
compare comparison versus vs difference
chat conversation dialog dialogue thread talk
agent bot assistant
webhook callback event
trigger event
schedule cron periodic timer recurring daily
test debug try preview
local selfhost selfhosted onprem
selfhost selfhosted docker host
hosted cloud managed saas platform
language locale translation multilingual
send post submit push
receive accept get
wait delay timeout
timeout slow
retry repeat again attempt
loop iterate iteration repeat
condition branch if
parallel concurrent simultaneous
merge combine join aggregate
split divide chunk segment
share publish public
private hidden secret
permission access role right
approve approval review
environment env
variable placeholder
container docker image
command cli terminal shell
script automate automation
library package sdk module
plugin extension addon
integration connector connect integrate
example sample snippet tutorial guide
begin start quickstart
stream streaming realtime live sse
default standard
enable activate on
disable deactivate off optout
allow permit enable
block deny forbid prevent restrict
wrong incorrect invalid bad malformed
missing absent lost empty
duplicate repeat copy clone
duplicate dedupe deduplication
conflict contradict contradiction
schema structure format shape
summary summarize summarise
extract parse
embed embedding vector
graph relation relationship
recent latest newest
old stale outdated legacy
tag label category
group team workspace organization organisation
colleague member team
metadata attribute
count number amount total
size length dimension
page pagination
page web website site
mobile android ios app
app application
node step
workflow flow pipeline automation
invite invitation
monitor observe observability metric analytics statistics trace
track tracking telemetry analytics
secure security safe
encrypt encryption
privacy gdpr
verify validate validation check
status state progress
proxy gateway
disk storage volume
time date timestamp datetime
temporary ephemeral
permanent forever persistent
async asynchronous background
sync synchronous synchronize
model llm
offline local
email mail smtp
domain hostname cors
raw verbatim exact unchanged
`;
