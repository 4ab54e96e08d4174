import { parentPort, workerData } from 'node:worker_threads';
import { checkConfig } from '../../pipeline/check/config.ts';
import { sourceReader } from '../../pipeline/output/read.ts';
import type { ConfigText } from './apart.ts';

const { text, built } = workerData as ConfigText;
parentPort?.postMessage(checkConfig(text, built && sourceReader(built.folder, built.id)));
