export { connect, Index } from '@lancedb/lancedb';
