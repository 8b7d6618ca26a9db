import { createHash } from 'node:crypto';
import { hashOf } from './chain.ts';
import type { AuditDay } from './days.ts';
import type { AuditLine } from './line.ts';

/**
 * A problem at a line: a line before it is `missing`, it was `changed` after it was written, it was `inserted`, or
 * the day or writer before it is `gone`.
 */
export type ChainProblem = {
  readonly day: string;
  readonly writer: string;
  readonly seq: number;
  readonly why: 'missing' | 'changed' | 'inserted' | 'gone';
};

export type ChainReport = {
  readonly days: number;
  readonly lines: number;
  /** Lines without a hash, from earlier versions. */
  readonly unchained: number;
  /** Incomplete lines, after a full disk or a killed process. */
  readonly cut: number;
  readonly problems: readonly ChainProblem[];
  /** Hash over the last lines of each day; it stays the same while nothing is changed. */
  readonly digest: string;
};

type ChainedLine = {
  readonly line: AuditLine;
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
};

const textOf = (line: AuditLine, name: string): string => String(line[name] ?? '');

const chainedOf = (line: AuditLine): ChainedLine => ({
  line,
  writer: textOf(line, 'writer'),
  seq: Number(line['seq'] ?? 0),
  hash: textOf(line, 'hash'),
});

function hashAgain(before: string, { line }: ChainedLine): string {
  const { hash: _hash, ...hashed } = line;
  return hashOf(before, hashed as AuditLine);
}

/**
 * Checks that no lines were changed, inserted or removed. Removing the last lines of a writer leaves no trace in the
 * chain; only an earlier digest shows it.
 * @param edge oldest stored day, of which some lines may have been pruned
 */
export async function checkChain(days: AsyncIterable<AuditDay>, edge: string): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  const counts = { days: 0, lines: 0, unchained: 0, cut: 0 };
  const digest = createHash('sha256');
  /** The last line of each writer, of all days but the present one. */
  const heads = new Map<string, string>();
  /** Every line of the last day that has any. */
  let previousHashes: ReadonlySet<string> = new Set();
  let isChained = false;

  const checkWriter = (
    day: string,
    lines: readonly ChainedLine[],
    isKnownHash: (hash: string) => boolean,
  ): void => {
    let [expected, before] = [1, ''];
    for (const one of lines) {
      const { writer, seq, hash } = one;
      const isCutByTime = day <= edge && expected === 1 && seq > 1;
      const report = (why: ChainProblem['why']) => problems.push({ day, writer, seq, why });
      if (seq < expected || !one.line.time.startsWith(day)) report('inserted');
      else if (seq > expected && !isCutByTime) report('missing');
      else if (!isCutByTime && hashAgain(before, one) !== hash) report('changed');
      else if (seq === 1) {
        const [prevDay = '', prevHash = ''] = textOf(one.line, 'prev').split(' ');
        // The previous day is later than this one when the clock was set back.
        const isUncheckable = prevDay === '' || prevDay <= edge || prevDay > day;
        if (!isUncheckable && !isKnownHash(prevHash)) report('gone');
      }
      [expected, before] = [seq + 1, hash];
    }
    const last = lines.at(-1);
    if (!last) return;
    digest.update(`${day} ${last.writer} ${last.seq} ${last.hash}\n`);
  };

  for await (const { day, lines } of days) {
    counts.days += 1;
    const writers = new Map<string, ChainedLine[]>();
    const hashes = new Set<string>();
    for (const line of lines) {
      if (line === null) {
        counts.cut += 1;
        continue;
      }
      counts.lines += 1;
      const one = chainedOf(line);
      if (one.hash === '') {
        counts.unchained += 1;
        if (isChained) problems.push({ day, writer: '', seq: 0, why: 'inserted' });
        continue;
      }
      isChained = true;
      hashes.add(one.hash);
      const ofWriter = writers.get(one.writer);
      if (ofWriter) ofWriter.push(one);
      else writers.set(one.writer, [one]);
    }
    const headHashes = new Set(heads.values());
    const isStoredHash = (hash: string): boolean =>
      hashes.has(hash) || previousHashes.has(hash) || headHashes.has(hash);
    const sortedWriters = [...writers].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, ofWriter] of sortedWriters) {
      ofWriter.sort((a, b) => a.seq - b.seq);
      checkWriter(day, ofWriter, isStoredHash);
    }
    for (const [writer, ofWriter] of sortedWriters) heads.set(writer, ofWriter.at(-1)?.hash ?? '');
    previousHashes = hashes;
  }
  return { ...counts, problems, digest: digest.digest('base64url') };
}
