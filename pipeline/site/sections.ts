import { Parser } from 'htmlparser2';
import type { Section } from '../../schema/site.ts';

/**
 * A rendered page as plain text, cut at its headings and at parts that open at their title and have an
 * address (a list of questions is many sections, not one). The name of a link to another page cuts nothing. It is
 * read from the HTML, so that whatever a component shows is found: captions, fields, tabs, authors' components.
 */
export function readSections(html: string): Section[] {
  return readRendered(html).sections;
}

/** What is read of a rendered page at once: its sections, and the places that an address can name. */
export function readRendered(html: string): {
  readonly sections: Section[];
  readonly ids: ReadonlySet<string>;
} {
  const reader = new SectionReader();
  const ids: string[] = [];
  /** Names of anchors as they were before every element could have an id: browsers still scroll to them. */
  const names: string[] = [];
  /** Open elements from the first silent one on. */
  let silent = 0;
  const parser = new Parser({
    ontext(text) {
      if (silent === 0) reader.text(text);
    },
    onopentag(name, attributes) {
      if (attributes.id) ids.push(attributes.id);
      if (name === 'a' && attributes.name) names.push(attributes.name);
      if (silent > 0 || isSilent(name, attributes)) silent++;
      else reader.open(name, attributes);
    },
    onclosetag(name) {
      if (silent > 0) silent--;
      else reader.close(name);
    },
  });
  parser.end(html);
  return { sections: reader.end(), ids: new Set([...ids, ...names]) };
}

type Attributes = Readonly<Record<string, string>>;

/** Takes in a page piece by piece: its texts and its tags. */
class SectionReader {
  private current: Draft = { id: '', heading: '', trail: [], text: '', code: '' };
  private readonly sections = [this.current];
  /** Headings above the current section. */
  private readonly stack: Above[] = [];
  private readonly folds: Fold[] = [];
  private heading: Heading | undefined = undefined;
  /** How many blocks of code are open, their titles among them. */
  private code = 0;
  /** Names of the elements that are open from the title of a block of code on. */
  private readonly title: string[] = [];
  /** Where the text of the open code title begins in the code. */
  private titleStart = 0;
  /** Where the open table begins in the text. */
  private tableStart = 0;
  /** Whether code in a line is open: its parts are one word. */
  private inCode = false;
  /** Whether a link to another page is open: links are not inside of each other. */
  private inLink = false;

  text(text: string): void {
    if (this.heading) this.heading.text += text;
    else if (this.code > 0) this.current.code += text;
    else this.current.text += text;
  }

  open(name: string, attributes: Attributes): void {
    if (this.title.length > 0) {
      this.title.push(name);
    } else if (/(?:^| )aside-/.test(attributes.class ?? '')) {
      // Next to the page, not at the end of its last section.
      this.stack.length = 0;
      this.begin('', '', []);
    } else if (name === 'table') {
      this.tableStart = this.current.text.length;
    } else if (isCodeTitle(attributes)) {
      this.title.push(name);
      this.titleStart = this.current.code.length;
      this.code++;
    } else if (isHeading(name) && !this.inLink) {
      this.heading = { id: attributes.id ?? '', depth: Number(name[1]), text: '' };
    } else if (name === 'details') {
      const { current, stack } = this;
      this.folds.push({ id: attributes.id ?? '', title: '', outer: current, stack: [...stack] });
      this.newLine();
    } else if (name === 'summary' && !this.heading && this.folds.at(-1)?.id) {
      this.heading = { id: '', depth: foldDepth, text: '' };
    } else if (this.heading?.depth === foldDepth) {
      // Content after the title is text.
      if (attributes.class?.includes('-description')) this.beginFold();
    } else if (name === 'pre') {
      this.code++;
    } else if (!this.heading) {
      if (name === 'a') this.inLink = !(attributes.href ?? '#').startsWith('#');
      if (blocks.has(name) || isHeading(name)) this.newLine();
      // What a component draws as boxes in a row (name, type, default) are words of their own.
      else if (this.isBox(name, attributes)) this.current.text += ' ';
      else if (name === 'img' && attributes.alt) this.current.text += ` ${attributes.alt} `;
      if (name === 'code') this.inCode = true;
    }
  }

  private isBox(name: string, attributes: Attributes): boolean {
    return this.code === 0 && !this.inCode && boxes.has(name) && attributes.class !== undefined;
  }

  close(name: string): void {
    if (name === 'code') this.inCode = false;
    if (name === 'a') this.inLink = false;
    if (this.title.length > 0) {
      this.title.length = Math.max(0, this.title.lastIndexOf(name));
      if (this.title.length > 0) return;
      this.code--;
      const title = this.current.code.slice(this.titleStart);
      // A label says which code it is ("Python", "Request"), a file name is a word of the page.
      if (!fileName.test(title)) this.current.code = this.current.code.slice(0, this.titleStart);
      else this.current.code += '\n';
    } else if (name === 'thead') {
      const head = squeeze(this.current.text.slice(this.tableStart)).toLowerCase();
      if (isListOfFields(head)) this.current.text = this.current.text.slice(0, this.tableStart);
    } else if (isHeading(name) && this.heading) {
      this.beginSection();
    } else if (name === 'details') {
      this.endFold();
      this.newLine();
    } else if (this.heading?.depth === foldDepth) {
      if (name === 'summary') this.beginFold();
    } else if (name === 'pre') {
      this.code--;
      this.current.code += '\n';
    } else if (!this.heading && (blocks.has(name) || isHeading(name))) {
      this.newLine();
    }
  }

  end(): Section[] {
    return this.sections
      .map((section) => ({
        ...section,
        text: tidy(section.text),
        code: section.code.replaceAll(/\n{3,}/g, '\n\n').trim(),
      }))
      .filter((section) => section.heading !== '' || section.text !== '' || section.code !== '');
  }

  private newLine(): void {
    if (this.code === 0) this.current.text += '\n';
  }

  private begin(id: string, heading: string, trail: readonly string[]): void {
    this.current = { id, heading, trail, text: '', code: '' };
    this.sections.push(this.current);
  }

  private beginSection(): void {
    const { heading, stack } = this;
    if (!heading) return;
    while ((stack.at(-1)?.depth ?? 0) >= heading.depth) stack.pop();
    const words = squeeze(heading.text);
    stack.push({ depth: heading.depth, heading: words });
    this.begin(
      heading.id,
      words,
      stack.map((one) => one.heading),
    );
    this.heading = undefined;
  }

  private beginFold(): void {
    const title = squeeze(this.heading?.text ?? '');
    const fold = this.folds.at(-1);
    this.heading = undefined;
    if (!fold || title === '') return;
    fold.title = title;
    const above = [...this.stack.map((one) => one.heading), ...this.folds.map((one) => one.title)];
    this.begin(fold.id, title, above.filter(Boolean));
  }

  private endFold(): void {
    const fold = this.folds.pop();
    if (!fold || fold.title === '') return;
    this.current = fold.outer;
    this.stack.splice(0, this.stack.length, ...fold.stack);
  }
}

function isHeading(name: string): boolean {
  return name.length === 2 && name[0] === 'h' && name !== 'hr';
}

/** Whether the head of a table only says that it lists fields: "Parameter, Type, Required, Description". */
function isListOfFields(head: string): boolean {
  return (
    head !== '' &&
    head.split(/[^\p{L}\p{M}]+/u).every((word) => word === '' || fieldHeads.has(word))
  );
}

/** The title of a block of code, above it or among the tabs of several, is found as code is. */
function isCodeTitle(attributes: Attributes): boolean {
  return /(?:^| )code-(?:head|label)(?: |$)/.test(attributes.class ?? '');
}

/** Below every heading. */
const foldDepth = 7;

function isSilent(name: string, attributes: Attributes): boolean {
  const classes = attributes.class ?? '';
  // What an author's component shows later, and not already with elements of its own.
  if (name === 'template' && 'data-slot' in attributes) return 'data-shown' in attributes;
  return (
    silent.has(name) ||
    attributes.role === 'tablist' ||
    attributes['aria-hidden'] === 'true' ||
    furniture.test(classes) ||
    // A generated sample says the same in each language.
    (/(?:^| )api-panel-item(?: |$)/.test(classes) && !('data-shown' in attributes))
  );
}

/** All words of a piece of HTML, code included. */
export function textOfHtml(html: string): string {
  return readSections(html)
    .map(({ heading, text, code }) => [heading, text, code].filter(Boolean).join('\n'))
    .join('\n')
    .trim();
}

interface Draft {
  id: string;
  heading: string;
  trail: readonly string[];
  text: string;
  code: string;
}

interface Heading {
  readonly id: string;
  readonly depth: number;
  text: string;
}

interface Above {
  readonly depth: number;
  readonly heading: string;
}

/** A part that opens at its title. */
interface Fold {
  readonly id: string;
  title: string;
  /** What goes on behind it. */
  readonly outer: Draft;
  readonly stack: readonly Above[];
}

const silent = new Set(
  'svg script style button template annotation select option iframe video audio'.split(' '),
);
/** Labels of panels of code, and what all operations of an API share: its servers, the form of its errors. */
const furniture = /(?:^| )(?:api-panel-head|api-panel-label|endpoint-servers|media-shared)(?: |$)/;
const fileName = /[\p{L}\p{N}_-]\.[a-z]\w*\s*$|\/|\\/u;
const fieldHeads = new Set(
  `name names parameter parameters param field fields property properties option options argument arguments flag
  flags variable variables attribute attributes key keys header type types format required optional default defaults
  default value description descriptions details notes note meaning example examples allowed values range
  environment data datatype prop props purpose effect what it does holds means 名称 参数 字段 属性 类型 描述 说明 必填 是否必填 必需 默认值 示例 名前 パラメータ フィールド 型 説明 必須
  デフォルト 이름 매개변수 유형 설명 필수 기본값 nom paramètre champ défaut requis beschreibung pflicht standard typ
  feld nombre parámetro campo tipo descripción requerido predeterminado naam veld beschrijving verplicht`
    .trim()
    .split(/\s+/),
);
const boxes = new Set(['a', 'code', 'span']);
const blocks = new Set(
  'p div li ul ol table tr td th section figure figcaption blockquote details summary br hr dl dt dd'.split(
    ' ',
  ),
);

function squeeze(text: string): string {
  return (/\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '')
    .join('\n');
}
