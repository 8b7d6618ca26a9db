import { parentPort, workerData } from 'node:worker_threads';
import { readSigned } from './read-signed.ts';

parentPort?.postMessage(readSigned(workerData));
