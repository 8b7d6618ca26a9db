import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** The best encoding that an Accept-Encoding header accepts; null for none. */
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

/** `once` takes the time for the smallest size, for files that are compressed once and served many times. */
export type CompressionEffort = 'once' | 'each-time';

export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: CompressionEffort,
): Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipBytes(bytes, { level: effort === 'once' ? 9 : 6 });
  const quality = effort === 'once' ? constants.BROTLI_MAX_QUALITY : 4;
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
