import type { Passage } from './passages.ts';

/** A phrase to avoid, and what to write instead. */
export interface Rule {
  /** A regular expression for whole words, in any case; a space matches any white space. */
  readonly find: string;
  readonly write: string;
  /** The kinds of passages it applies to (default: all). */
  readonly only?: readonly Passage['kind'][];
  readonly except?: readonly Exception[];
}

/** A file in which a phrase is right. */
export interface Exception {
  readonly file: string;
  readonly why: string;
}

const words: readonly Exception[] = [
  { file: 'pipeline/search/language-words.ts', why: 'words of readers' },
  { file: 'pipeline/search/vocabulary.ts', why: 'words of readers' },
];

/** The first matching rule at a position is reported. */
export const rules: readonly Rule[] = [
  { find: 'stands? for', write: '"means", "represents" or "replaces"' },
  { find: 'stands?|stood', write: '"is", "are" or "was"' },
  { find: 'beside', write: '"next to", "besides" or "in addition to"' },
  { find: 'mend(?:s|ed|ing)?', write: '"fix" or "correct"' },
  { find: 'anew', write: '"again", "reset" or "start over"' },
  { find: 'for ever', write: '"forever" or "permanently"' },
  { find: '(?:left|leaves?|leaving) away', write: '"left out" or "omitted"' },
  { find: 'leads? (?:nowhere|to nothing)', write: '"not found", "broken" or "unresolved"' },
  {
    find: 'documents? \\d+|(?:of|by) the spec',
    write: 'the rule itself: a reader of the code has no other document',
  },
  { find: 'can not|cannot', write: '"can\'t"', except: words },
  { find: 'nobody', write: '"no one", or say who or what it is', except: words },
  { find: 'somebody', write: '"someone", or say who it is', except: words },
  { find: 'anybody', write: '"anyone"', except: words },
  { find: 'everybody', write: '"everyone"', except: words },
  { find: '\\w+, too', write: '"also" or "as well"' },
  {
    find: '(?<!engines )(?:is|are|was|were|be|been|being) told(?! apart)',
    write: '"receives", "is notified", "is reported" or "is set by"',
  },
  { find: '(?:told|tells?) of', write: '"reported" or "reports"' },
  { find: 'of before', write: '"previous" or "earlier"' },
  {
    find: '(?:when|where) there (?:is|are|was|were) none',
    write: '"if there is none", "if missing" or "if any"',
  },
  { find: '(?:is|are|was|were) not there', write: '"does not exist" or "is missing"' },
  { find: 'that (?:is|are) there', write: '"existing"' },
  { find: 'there already', write: '"already exists"' },
  {
    find: 'one (?:(?!of|for|as|in|on|to|with|from)\\w+ ){0,2}an? (?:line|page|row|file|command|commit)',
    write: '"per line"',
  },
  {
    find: '(?<!there )(?:is|are) no(?= (?:path|page|file|name|text|url|address|json|number))',
    write: '"is not a"',
  },
  { find: 'who asks', write: '"the caller" or "the reader"' },
  { find: "what \\w+ minds|(?:does not|doesn't) mind", write: 'the condition in plain words' },
  { find: 'all the same', write: '"anyway" or "nevertheless"' },
  { find: 'what (?:became|becomes|has become) of', write: '"the result of"' },
  { find: 'without end', write: '"endless" or "unbounded"' },
  { find: 'divided by (?:an? )?(?:commas?|spaces?|colons?)', write: '"separated by"' },
  {
    find: 'blanks(?! the)|(?:a|no|one|two) blanks?(?! (?:lines?|page|canvas|one))',
    write: '"space"',
  },
  { find: 'e-mails?', write: '"email"' },
  {
    find: 'floors?|(?:this|one|its) room|rooms',
    write: '"layer" or "folder"',
    only: ['comment', 'page'],
  },
  { find: 'organisations?', write: '"organization"', except: words },
  { find: 'licences?', write: '"license"' },
];
