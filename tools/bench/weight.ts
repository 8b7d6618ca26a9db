import { get } from 'node:http';
import type { RequestedFile } from '#tools/bench/first-load.ts';

/** The size of a file when the server sends it with gzip. */
const gzipBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });

const isScript = ({ url }: RequestedFile): boolean => new URL(url).pathname.endsWith('.js');

/** The size of a first load. */
export type Weight = {
  /** Number of requests. */
  readonly requests: number;
  /** Bytes of JavaScript with gzip. */
  readonly scriptGzip: number;
  /** Bytes of JavaScript as transferred, with brotli. */
  readonly script: number;
  /** Bytes of all files as transferred. */
  readonly total: number;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Adds up the sizes of the requested files. */
export const weigh = async (requested: readonly RequestedFile[]): Promise<Weight> => {
  const scripts = requested.filter(isScript);
  return {
    requests: requested.length,
    scriptGzip: sum(await Promise.all(scripts.map(({ url }) => gzipBytes(url)))),
    script: sum(scripts.map(({ bytes }) => bytes)),
    total: sum(requested.map(({ bytes }) => bytes)),
  };
};
