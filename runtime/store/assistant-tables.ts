import type { Flag } from './flag.ts';

export interface ConversationRow {
  id: string;
  project_id: string;
  visitor_id: string;
  first_message: string;
  message_count: number;
  tokens_used: number;
  satisfied: Flag | null;
  /** Whether an answer cites no page. */
  unanswered: Flag;
  created_at: number;
  last_message_at: number;
  /** When it was closed; a later message opens it again. */
  closed_at: number | null;
}

/** A page that an answer of a conversation cites. */
export interface ConversationPageRow {
  project_id: string;
  page_path: string;
  conversation_id: string;
}

/** The page that was nearest to a question without an answer. */
export interface RefusedPageRow {
  project_id: string;
  page_path: string;
  /** The answer that found nothing. */
  message_id: string;
  created_at: number;
}

export interface MessageRow {
  id: string;
  conversation_id: string;
  role: 'user' | 'assistant';
  content: string;
  status: 'completed' | 'stopped' | 'failed';
  /** JSON list of citations. */
  sources: string;
  /** JSON of its passages and sentences; only of answers that a model wrote. */
  cited: string | null;
  tokens: number;
  estimated: Flag;
  created_at: number;
}

/** A citation that a reader found wrong. */
export interface CitationReportRow {
  id: string;
  project_id: string;
  conversation_id: string;
  message_id: string;
  span_start: number;
  passage_number: number;
  question: string;
  sentence: string;
  /** JSON of the passage. */
  passage: string;
  created_at: number;
  /** When the operator dealt with it; null while it is open. */
  resolved_at: number | null;
}

/** Sums of a UTC day; they stay when a conversation is deleted. */
export interface AssistantDayRow {
  project_id: string;
  /** Days since 1970. */
  day: number;
  conversations: number;
  messages: number;
  tokens: number;
  answers: number;
  /** Milliseconds of all answers together. */
  duration: number;
  first_texts: number;
  first_text_duration: number;
}
