import { createHash } from 'node:crypto';
import { hashOf } from './chain.ts';
import type { AuditDay } from './days.ts';
import type { AuditLine } from './line.ts';

/**
 * A problem that was found at a line. `missing`: a line before this line was removed; `changed`: this line was changed;
 * `inserted`: this line was inserted; `gone`: the last line of an earlier day or writer, to which this line refers, was
 * removed.
 */
export type ChainProblem = {
  readonly day: string;
  readonly writer: string;
  readonly seq: number;
  readonly kind: 'missing' | 'changed' | 'inserted' | 'gone';
};

export type ChainReport = {
  readonly days: number;
  readonly lines: number;
  /** Lines without a hash, from earlier versions. */
  readonly unchained: number;
  /** Incomplete lines, after a full disk or a killed process. */
  readonly incompleteLines: number;
  readonly problems: readonly ChainProblem[];
  /** Hash over the last line of each writer and day. It stays the same as long as no line is changed or removed. */
  readonly digest: string;
};

type ChainedLine = {
  readonly line: AuditLine;
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
};

const textOf = (line: AuditLine, name: string): string => String(line[name] ?? '');

const parseChainedLine = (line: AuditLine): ChainedLine => ({
  line,
  writer: textOf(line, 'writer'),
  seq: Number(line['seq'] ?? 0),
  hash: textOf(line, 'hash'),
});

function recomputedHash(previousHash: string, { line }: ChainedLine): string {
  const { hash: _hash, ...hashed } = line;
  return hashOf(previousHash, hashed as AuditLine);
}

/**
 * Checks that no lines were changed, inserted or removed. Removing the last lines of a writer is not visible in the
 * chain; only an earlier digest shows it.
 * @param oldestDay oldest stored day, of which some lines may have been pruned
 */
export async function checkChain(days: AsyncIterable<AuditDay>, oldestDay: string): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  const counts = { days: 0, lines: 0, unchained: 0, incompleteLines: 0 };
  const digest = createHash('sha256');
  /** Hash of each writer's last line before the day that is being checked. */
  const lastHashes = new Map<string, string>();
  /** Hashes of all lines of the previous day that has lines. */
  let previousHashes: ReadonlySet<string> = new Set();
  let hasChainedLine = false;

  const checkWriter = (
    day: string,
    lines: readonly ChainedLine[],
    isStoredHash: (hash: string) => boolean,
  ): void => {
    let expectedSeq = 1;
    let previousHash = '';
    for (const chainedLine of lines) {
      const { writer, seq, hash } = chainedLine;
      const isAfterPruned = day <= oldestDay && expectedSeq === 1 && seq > 1;
      const report = (kind: ChainProblem['kind']) => problems.push({ day, writer, seq, kind });
      if (seq < expectedSeq || !chainedLine.line.time.startsWith(day)) report('inserted');
      else if (seq > expectedSeq && !isAfterPruned) report('missing');
      else if (!isAfterPruned && recomputedHash(previousHash, chainedLine) !== hash) report('changed');
      else if (seq === 1) {
        const [prevDay = '', prevHash = ''] = textOf(chainedLine.line, 'prev').split(' ');
        // The previous day is later than the checked day if the clock was set back.
        const isUncheckable = prevDay === '' || prevDay <= oldestDay || prevDay > day;
        if (!isUncheckable && !isStoredHash(prevHash)) report('gone');
      }
      expectedSeq = seq + 1;
      previousHash = hash;
    }
    const lastLine = lines.at(-1);
    if (!lastLine) return;
    digest.update(`${day} ${lastLine.writer} ${lastLine.seq} ${lastLine.hash}\n`);
  };

  for await (const { day, lines } of days) {
    counts.days += 1;
    const writers = new Map<string, ChainedLine[]>();
    const hashes = new Set<string>();
    for (const line of lines) {
      if (line === null) {
        counts.incompleteLines += 1;
        continue;
      }
      counts.lines += 1;
      const chainedLine = parseChainedLine(line);
      if (chainedLine.hash === '') {
        counts.unchained += 1;
        if (hasChainedLine) problems.push({ day, writer: '', seq: 0, kind: 'inserted' });
        continue;
      }
      hasChainedLine = true;
      hashes.add(chainedLine.hash);
      const writerLines = writers.get(chainedLine.writer);
      if (writerLines) writerLines.push(chainedLine);
      else writers.set(chainedLine.writer, [chainedLine]);
    }
    const lastHashSet = new Set(lastHashes.values());
    const isStoredHash = (hash: string): boolean =>
      hashes.has(hash) || previousHashes.has(hash) || lastHashSet.has(hash);
    const sortedWriters = [...writers].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, writerLines] of sortedWriters) {
      writerLines.sort((a, b) => a.seq - b.seq);
      checkWriter(day, writerLines, isStoredHash);
    }
    for (const [writer, writerLines] of sortedWriters) lastHashes.set(writer, writerLines.at(-1)?.hash ?? '');
    previousHashes = hashes;
  }
  return { ...counts, problems, digest: digest.digest('base64url') };
}
