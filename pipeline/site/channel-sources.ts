import type { ChannelServer } from '../../schema/operation.ts';

/** Addresses that the variables of a server may make; with more of them, any value is allowed. */
const mostAddresses = 20;

/**
 * What a browser may connect to on the page of a channel, as sources of a Content-Security-Policy. A
 * variable without a list of values is a `*` where a policy knows one, else any host is allowed.
 */
export function channelSources(servers: readonly ChannelServer[]): readonly string[] {
  const sockets = servers.filter(({ protocol }) => /^wss?$/.test(protocol));
  return [...new Set(sockets.flatMap(sourcesOf))];
}

function sourcesOf({ url, variables }: ChannelServer): readonly string[] {
  const [origin = '', scheme = 'wss:'] = /^(wss?:)\/\/[^/?#]*/i.exec(url) ?? [];
  let addresses: readonly string[] = [origin];
  for (const { name, enum: values = [] } of variables) {
    const place = `{${name}}`;
    if (values.length === 0 || addresses.length * values.length > mostAddresses) continue;
    if (!origin.includes(place)) continue;
    addresses = addresses.flatMap((address) =>
      values.map((value) => address.replaceAll(place, String(value))),
    );
  }
  return addresses.map((address) => {
    const general = address.replace(/:\{[^{}]*\}$/, ':*').replace(/\/\/[^.:]*\{[^.:]*\./, '//*.');
    const isSource = /^wss?:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::(?:\d+|\*))?$/i.test(general);
    // Policies know no numeric addresses but this machine's.
    const isNumeric = /\/\/(?!127\.0\.0\.1(?::|$))[\d.]+(?::|$)/.test(general);
    return isSource && !isNumeric ? general : scheme.toLowerCase();
  });
}
