import { parentPort, workerData } from 'node:worker_threads';
import { readSigned } from './read-signed.ts';

// The worker thread of `readInWorker`: reads one document and posts the result.
parentPort?.postMessage(readSigned(workerData));
