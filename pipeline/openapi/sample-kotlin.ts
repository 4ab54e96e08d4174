import type { Content, Pair, RequestShape } from './sample-body.ts';

/** A request with OkHttp. */
export function kotlin(request: RequestShape, content: Content): string {
  const isForm = content.type === 'form' || content.type === 'multipart';
  const body = kotlinBody(request, content);
  return [
    ...imports(content, body),
    '',
    'val client = OkHttpClient()',
    '',
    ...(isForm ? [...kotlinForm(content.pairs, content.type === 'multipart'), ''] : []),
    'val request = Request.Builder()',
    `    .url(${quote(request.url)})`,
    // A body brings its type with it.
    ...request.headers.map(([name, value]) => `    .addHeader(${quote(name)}, ${quote(value)})`),
    `    .method(${quote(request.method)}, ${body})`,
    '    .build()',
    '',
    'client.newCall(request).execute().use { response ->',
    '    println(response.body?.string())',
    '}',
  ].join('\n');
}

function imports(content: Content, body: string): readonly string[] {
  const pairs = content.type === 'multipart' ? content.pairs : [];
  const isTyped = pairs.some(({ file, type }) => !file && type !== undefined);
  const hasFile = content.type === 'file' || pairs.some(({ file }) => file);
  const hasType = isTyped || body.includes('.toMediaType()');
  const hasText = isTyped || body.includes('.toRequestBody(');
  return [
    ...(hasFile ? ['import java.io.File'] : []),
    'import okhttp3.*',
    ...(hasType ? ['import okhttp3.MediaType.Companion.toMediaType'] : []),
    ...(hasFile ? ['import okhttp3.RequestBody.Companion.asRequestBody'] : []),
    ...(hasText ? ['import okhttp3.RequestBody.Companion.toRequestBody'] : []),
  ];
}

function kotlinBody(request: RequestShape, content: Content): string {
  if (content.type === 'form' || content.type === 'multipart') return 'form';
  if (content.type === 'none') {
    // The package refuses these methods without a body.
    return /^(?:POST|PUT|PATCH)$/.test(request.method) ? '"".toRequestBody()' : 'null';
  }
  const media = request.body?.mediaType ?? '*/*';
  const type = `${quote(media === '*/*' ? 'application/json' : media)}.toMediaType()`;
  if (content.type === 'file') return `File("path/to/file").asRequestBody(${type})`;
  return `${block(content.text)}.toRequestBody(${type})`;
}

/** The lines that make a form. */
function kotlinForm(pairs: readonly Pair[], isMultipart: boolean): readonly string[] {
  const rows = pairs.map(({ name, value, type, file }) => {
    if (!isMultipart) return `.add(${quote(name)}, ${quote(value)})`;
    const part = file
      ? '"file", File("path/to/file").asRequestBody()'
      : type === undefined
        ? quote(value)
        : `null, ${quote(value)}.toRequestBody(${quote(type)}.toMediaType())`;
    return `.addFormDataPart(${quote(name)}, ${part})`;
  });
  return [
    `val form = ${isMultipart ? 'MultipartBody' : 'FormBody'}.Builder()`,
    ...(isMultipart ? ['.setType(MultipartBody.FORM)', ...rows] : rows).map((row) => `    ${row}`),
    '    .build()',
  ];
}

/** A text in quotes, where a dollar sign would begin a name, and JSON knows one escape more. */
function quote(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(.)/g, (written, sign) => (sign === 'f' ? '\\u000c' : written))
    .replaceAll('$', '\\$');
}

/** A text over several lines as it is, where nothing in it would mean something. */
function block(text: string): string {
  const isPlain = /\n/.test(text) && !/[$\r]|"""|"$/.test(text);
  return isPlain ? `"""${text}"""` : quote(text);
}
