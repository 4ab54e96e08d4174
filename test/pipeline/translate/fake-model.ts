import type { Model, ModelRequest } from '../../../pipeline/net/model.ts';

/** One segment as the model is asked for it. */
export interface AskedSegment {
  readonly id: string;
  readonly text: string;
  readonly problem?: string;
  readonly previous?: string;
}

/** A model in this process that answers from a function, and counts. */
export interface FakeModel extends Model {
  readonly requests: AskedSegment[][];
}

const german =
  'die der das und mit für von eine einen nicht auf werden sich auch wenn über diese zum zur Seite Einstellung Benutzer Anwendung können müssen sollten zwischen durch Daten Schlüssel Speicher öffnen speichern wählen erstellen verwenden anschließend dadurch Möglichkeit Übersicht Verbindung hinzufügen'.split(
    ' ',
  );
const french =
  'le la les des une dans pour avec sur cette vous votre pouvez devez page réglage données utilisateur enregistrer ouvrir choisir créer ajouter ensuite toujours aussi lorsque chaque connexion application'.split(
    ' ',
  );
const japanese =
  'これ それ 設定 使用 します ください 保存 開く 次に 必要 です ます データ ページ 画面 作成 追加 選択 および について 場合 方法 機能 利用 確認 接続 管理 情報'.split(
    ' ',
  );
const arabic =
  'في من على هذا هذه التي الذي إلى الصفحة الإعدادات المستخدم البيانات يمكن يجب عند بعد قبل إنشاء إضافة حفظ فتح اختيار الاتصال المعلومات التطبيق استخدام النظام الخاص'.split(
    ' ',
  );
const vocabularies: Readonly<Record<string, readonly string[]>> = {
  de: german,
  fr: french,
  ja: japanese,
  ar: arabic,
};

const translation: Readonly<Record<string, string>> = {
  fr: 'traduction',
  ja: '翻訳',
  ar: 'ترجمة',
};

/** Words of the language in place of the source's; marks, digits and punctuation stay. */
export function translated(text: string, language: string): string {
  const words = vocabularies[language] ?? german;
  return text
    .split(/(<\/?[xg]\d+\s*\/?>)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => {
            const found = wordFor(word, language, words);
            return /^\p{Lu}/u.test(word) ? found.charAt(0).toUpperCase() + found.slice(1) : found;
          }),
    )
    .join('');
}

/** A text about translating stays one: its words for that are not any other words. */
function wordFor(word: string, language: string, words: readonly string[]): string {
  if (/translat/i.test(word)) return translation[language] ?? 'übersetzung';
  return words[hash(word) % words.length] ?? word;
}

function hash(text: string): number {
  let value = 7;
  for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) >>> 0;
  return value;
}

/** The segments of a request. */
export function askedIn(request: Pick<ModelRequest, 'messages'>): readonly AskedSegment[] {
  const body = JSON.parse(request.messages.at(-1)?.content ?? '{}') as {
    segments: readonly AskedSegment[];
  };
  return body.segments;
}

/** Text of an answer that translates each segment by `one`; undefined leaves it out. */
export function answerOf(
  segments: readonly AskedSegment[],
  one: (segment: AskedSegment) => string | undefined,
): string {
  return JSON.stringify({
    translations: Object.fromEntries(segments.map((segment) => [segment.id, one(segment)])),
  });
}

/** A model whose answers are made by `answer`; `finish` says how it ended. */
export function fakeModel(
  answer: (
    segments: readonly AskedSegment[],
    index: number,
  ) => string | { readonly text: string; readonly finish: 'length' } | Promise<string>,
  name = 'fake',
): FakeModel {
  const requests: AskedSegment[][] = [];
  return {
    name,
    requests,
    complete: async (request) => {
      const segments = [...askedIn(request)];
      requests.push(segments);
      const made = await answer(segments, requests.length - 1);
      const { text, finish } =
        typeof made === 'string' ? { text: made, finish: 'stop' as const } : made;
      return { text, finish, usage: { input: 10, output: 5, estimated: true } };
    },
    stream: () => {
      throw new Error('not used');
    },
  };
}

/** A model that does what it is asked for. */
export function goodModel(language: string): FakeModel {
  return fakeModel((segments) => answerOf(segments, ({ text }) => translated(text, language)));
}

/** Ways to answer badly, by name; each gets the right answer to spoil. */
export const misdeeds: Readonly<
  Record<string, (good: string, source: string, language: string) => string | undefined>
> = {
  'adds an address': (good) => `${good} https://evil.example/x`,
  'adds a mail address': (good) => `${good} a@evil.example`,
  'drops a mark': (good) => good.replace(/<x\d+\/>|<g\d+>|<\/g\d+>/, ''),
  'doubles a mark': (good) => good.replace(/<x\d+\/>/, '$&$&'),
  'renumbers a mark': (good) => good.replace(/<x\d+\/>/, '<x99/>'),
  'echoes the source': (_good, source) => source,
  'answers in French': (good) =>
    good
      .split(/(<\/?[xg]\d+\s*\/?>)/)
      .map((part, index) =>
        index % 2 === 1 ? part : part.replace(/\p{L}+/gu, 'vous pouvez utiliser cette page avec'),
      )
      .join(''),
  'cuts the end off': (good) => good.slice(0, Math.floor(good.length / 3)),
  'adds a note': (good) => `${good} (Translator's note: kept the names.)`,
  'adds a preface': (good) => `Here is the translation: ${good}`,
  'adds a code span': (good) => `${good} \`evil-code\``,
  'adds a link': (good) => `${good} [hier](/x)`,
  'adds a tag': (good) => `${good} <script>evil_call</script>`,
  'adds an expression': (good) => `${good} {EVIL_SECRET}`,
  'adds a heading': (good) => `# ${good}\n\n## Mehr`,
  'leaves it out': () => undefined,
  'answers nothing': () => '',
};
