import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/**
 * `once` compresses to the smallest size, for files that are compressed once and served many times; `each-time`
 * compresses quickly, for pages that are compressed for each request.
 */
export type CompressionEffort = 'once' | 'each-time';

const compressByBrotli = promisify(brotliCompress);
const compressByGzip = promisify(gzip);

const GZIP_LEVELS: Readonly<Record<CompressionEffort, number>> = { once: 9, 'each-time': 6 };
const BROTLI_QUALITIES: Readonly<Record<CompressionEffort, number>> = {
  once: constants.BROTLI_MAX_QUALITY,
  'each-time': 4,
};

/** The best encoding that an Accept-Encoding header accepts; null when the header accepts neither encoding. */
export function acceptedEncoding(header: string): Encoding | null {
  const accepted = new Set(
    header
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}

export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: CompressionEffort,
): Promise<Uint8Array> {
  if (encoding === 'gzip') return compressByGzip(bytes, { level: GZIP_LEVELS[effort] });
  return compressByBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITIES[effort] } });
}
