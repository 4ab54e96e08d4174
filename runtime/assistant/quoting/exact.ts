/** A command that installs something, and its tool. */
export const installation =
  /^\s*(?:[$>] )?(?:sudo )?(npm|pnpm|yarn|bun|pip3?|pipx|uv|poetry|brew|apt|apt-get|dnf|apk|cargo|gem|composer|dotnet|go|conda) (?:pip )?(?:install|add|i|get|require)\b/m;

/**
 * What the answer to a question has to look like: a time for "how long", an address for "which URL".
 * Any other number or name near the words of the question is the answer to another one.
 */
export function exactFor(question: string): RegExp | undefined {
  return looks.find(([asked]) => asked.test(question))?.[1];
}

/** A name as variables of the environment have it. */
export const variableName = /(?<![\w"'])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/;

const looks: readonly (readonly [asked: RegExp, answer: RegExp])[] = [
  [
    /\bhow (?:long|soon|often|old|frequently)\b|\b(?:timeout|duration|interval)s?\b|wie (?:lange|oft)|combien de temps|cuánto tiempo|多久|多长时间|どのくらい|얼마나 (?:오래|자주)/i,
    /\d\s*(?:m?s|min|h|d)\b|\d[\de]*\W|\b(?:milli)?second|\bminute|\bhour|\bda(?:y|ily)|\bweek|\bmonth|\byear|\bnever\b|Sekunde|Minute|Stunde|Tage?\b|seconde|heure|jours?\b|segundo|hora|días?\b|秒|分|小时|時間|天|日|초|분|시간/i,
  ],
  [
    /\bhow (?:large|big)\b|\b(?:file|upload|body) size\b|wie groß|多大|どのくらいの大きさ/i,
    /\d\s*(?:[KMGTk]i?B|[kmg]b|bytes?|characters?|pixels?|px|Zeichen|字符|字节|文字)/,
  ],
  [
    /\bhow far\b|wie weit|多远/i,
    /\d\s*(?:[ck]?m|kilomet(?:er|re)s?|met(?:er|re)s?|miles?|feet|ft|米|公里)\b/i,
  ],
  [
    /\benv(?:ironment)?[ -]?(?:variable|var)s?\b|Umgebungsvariable|variable d['’]environnement|variable de entorno|环境变量|環境変数|환경 ?변수/i,
    variableName,
  ],
  [
    /\b(?:which|what)(?:'s| is| are)? (?:the )?(?:\w+ ){0,3}?(?:url|address|domain|hostname|host)e?s?\b|哪个(?:地址|网址)/i,
    /https?:|\w\.\w+\/|`[\w.-]+\.\w{2,}`|localhost/i,
  ],
  [
    /\bhttp (?:method|verb)s?\b|\b(?:which|what)(?:'s| is)? (?:the )?(?:\w+ ){0,2}?(?:endpoint|route)s?\b/i,
    /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b|`\/\w/,
  ],
  [
    /\b(?:which|what) (?:\w+ ){0,3}?(?:error|exception|status)s?\b/i,
    /\b[45]\d\d\b|\b[A-Z]+_[A-Z_]+\b|\w(?:Error|Exception)\b|`\w*_?(?:error|not_found|invalid)\w*`/,
  ],
  [
    /\b(?:which|what) (?:\w+ ){0,2}?(?:packages?|librar(?:y|ies)|dependenc(?:y|ies))\b/i,
    installation,
  ],
  [
    /\binstall\b|\bget (?:\w+ ){0,4}?(?:client|sdk|package|library|cli)\b|installier|instale?r|安装|インストール|설치/i,
    installation,
  ],
  [/\bport\b|端口/i, /\b\d{2,5}\b/],
  [/\bversions?\b|版本/i, /\bv?\d+(?:\.\d+|\+)/],
  [/\b(?:which|what) command\b|哪个命令/i, /`[^`]+ [^`]+`|^\s*```|^\$? ?\w+ /],
];
