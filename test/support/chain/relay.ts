import { socketServer } from '../socket-server.ts';

/** One connection of a client. */
export interface Connection {
  /** Its address, with the token that says who the client is. */
  readonly url: string;
  readonly send: (text: string) => void;
}

interface Message {
  readonly topic: string;
  readonly message: string;
  readonly attestation?: string;
  /** Clients that have sent it, or answered that they have it. */
  readonly known: Set<string>;
}

interface Asked {
  readonly id: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, string>> & { readonly topics?: readonly string[] };
}

/** A relay that passes sealed messages on between the page and a wallet, as WalletConnect's does. */
export interface Relay {
  /** Address for a wallet outside the browser. */
  readonly url: string;
  /** What a client has sent. */
  receive(from: Connection, text: string): void;
  close(): Promise<void>;
}

/** Starts a relay on this machine; pages reach it with `receive`. */
export async function startRelay(): Promise<Relay> {
  const messages: Message[] = [];
  const connections = new Map<string, Connection>();
  const subscribers = new Map<string, Set<string>>();
  /** Deliveries by their number. A page that was loaded again gets what it had not answered before. */
  const delivered = new Map<number, Message>();
  let last = 0;

  const deliver = (client: string, one: Message): void => {
    const { topic, message, attestation, known } = one;
    if (known.has(client)) return;
    const data = { topic, message, publishedAt: Date.now(), attestation };
    const asked = { method: 'irn_subscription', params: { id: `of-${topic}`, data } };
    last += 1;
    delivered.set(last, one);
    connections.get(client)?.send(JSON.stringify({ id: last, jsonrpc: '2.0', ...asked }));
  };
  const subscribe = (client: string, topic = ''): string => {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(client));
    for (const one of messages) if (one.topic === topic) deliver(client, one);
    return `of-${topic}`;
  };
  const publish = (client: string, topic = '', message = '', attestation?: string): true => {
    // A client that had no answer in time sends the same again; a second end of a session is an error to its receiver.
    if (messages.some((one) => one.topic === topic && one.message === message)) return true;
    const known = new Set([client]);
    const one = { topic, message, known, ...(attestation ? { attestation } : {}) };
    messages.push(one);
    for (const subscriber of subscribers.get(topic) ?? []) deliver(subscriber, one);
    return true;
  };
  const answer = (client: string, { method, params = {} }: Asked): unknown => {
    const { topic, pairingTopic, sessionTopic } = params;
    switch (method) {
      case 'irn_subscribe':
        return subscribe(client, topic);
      case 'irn_batchSubscribe':
        return params.topics?.map((one) => subscribe(client, one));
      case 'irn_unsubscribe':
        return subscribers.get(topic ?? '')?.delete(client) ?? false;
      case 'irn_publish':
        return publish(client, topic, params.message);
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false };
      case 'wc_proposeSession':
        subscribe(client, pairingTopic);
        return publish(client, pairingTopic, params.sessionProposal, params.attestation);
      case 'wc_approveSession':
        subscribe(client, sessionTopic);
        publish(client, pairingTopic, params.sessionProposalResponse);
        return publish(client, sessionTopic, params.sessionSettlementRequest);
      default:
        throw new Error(`The relay does not know ${method}`);
    }
  };
  const receive = (from: Connection, text: string): void => {
    const asked = JSON.parse(text) as Asked;
    const client = clientOf(from.url);
    if (asked.method === undefined) {
      delivered.get(asked.id)?.known.add(client);
      return;
    }
    connections.set(client, from);
    const result = answer(client, asked);
    from.send(JSON.stringify({ id: asked.id, jsonrpc: '2.0', result }));
  };
  const server = await socketServer({ message: receive });
  return { url: `ws://127.0.0.1:${server.port}`, receive, close: server.close };
}

/** Who has signed the token in an address. */
function clientOf(url: string): string {
  const token = new URL(url, 'ws://localhost').searchParams.get('auth') ?? '';
  const claims: { iss: string } = JSON.parse(
    String(Buffer.from(token.split('.')[1] ?? '', 'base64url')),
  );
  return claims.iss;
}
