import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import { type Mutant, mutatedText } from './mutant.ts';

type Body = { readonly start: number; readonly end: number; readonly isBlock: boolean };

const bodyOf = (node: Node): Body[] => {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') {
    if (node.type !== 'FunctionDeclaration') return [];
  }
  const { body } = node;
  return body ? [{ start: body.start, end: body.end, isBlock: body.type === 'BlockStatement' }] : [];
};

/** The innermost function around a position; null for code that runs when the file is loaded. */
const innermost = (bodies: readonly Body[], at: number): Body | null =>
  bodies
    .filter(({ start, end }) => start <= at && at < end)
    .reduce<Body | null>((found, body) => (found === null || body.start >= found.start ? body : found), null);

/** Identifier of a probe. */
const probeOf = (path: string, { start }: Body): string => `${path}:${start}`;

/** The text of a file with a probe in each function that contains a mutant, and the probe of each mutant. */
export function withProbes(file: SourceFile, mutants: readonly Mutant[]) {
  const bodies = nodesOf(file).flatMap(({ node }) => bodyOf(node));
  const probes = new Map<Mutant, string>();
  const mutatedBodies = new Set<Body>();
  for (const mutant of mutants) {
    const body = innermost(bodies, mutant.edits[0]?.start ?? 0);
    if (!body) continue;
    probes.set(mutant, probeOf(file.path, body));
    mutatedBodies.add(body);
  }
  const edits = [...mutatedBodies].flatMap((body) => {
    const call = `globalThis.reportReached?.('${probeOf(file.path, body)}')`;
    return body.isBlock
      ? [{ start: body.start + 1, end: body.start + 1, text: `${call};` }]
      : [
          { start: body.start, end: body.start, text: `(${call}, (` },
          { start: body.end, end: body.end, text: '))' },
        ];
  });
  return { text: mutatedText(file, { path: file.path, operator: 'probe', edits }), probes };
}
