import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const compressByBrotli = promisify(brotliCompress);
const compressByGzip = promisify(gzip);

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

/**
 * `once` compresses to the smallest size, for files that are compressed once and served many times; `each-time`
 * compresses quickly, for pages that are compressed for each request.
 */
export type CompressionEffort = 'once' | 'each-time';

export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: CompressionEffort,
): Promise<Uint8Array> {
  if (encoding === 'gzip') return compressByGzip(bytes, { level: effort === 'once' ? 9 : 6 });
  const quality = effort === 'once' ? constants.BROTLI_MAX_QUALITY : 4;
  return compressByBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
