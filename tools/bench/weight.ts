import { get } from 'node:http';
import type { RequestedFile } from '#tools/bench/first-load.ts';

/** Bytes of a file as the server sends it gzipped. */
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

/** The size of a first load, in bytes. */
export type Weight = {
  readonly requests: number;
  readonly scriptGzip: number;
  /** As transferred: brotli, without response headers. */
  readonly script: number;
  readonly total: number;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The size of the files that were requested before the field could be typed into. */
export const weigh = async (requested: readonly RequestedFile[]): Promise<Weight> => {
  const scripts = requested.filter(isScript);
  return {
    requests: requested.length,
    scriptGzip: sum(await Promise.all(scripts.map(({ url }) => gzipBytes(url)))),
    script: sum(scripts.map(({ bytes }) => bytes)),
    total: sum(requested.map(({ bytes }) => bytes)),
  };
};
