import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import { type Mutant, mutatedText } from './mutant.ts';

/** The range of a function body; it is a block, or the expression of an arrow function. */
type Body = { readonly start: number; readonly end: number; readonly isBlock: boolean };

const bodiesOf = (node: Node): Body[] => {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') {
    if (node.type !== 'FunctionDeclaration') return [];
  }
  const { body } = node;
  return body ? [{ start: body.start, end: body.end, isBlock: body.type === 'BlockStatement' }] : [];
};

/** The body of the innermost function around a position; null for code outside of functions. */
const innermostBody = (bodies: readonly Body[], at: number): Body | null =>
  bodies
    .filter(({ start, end }) => start <= at && at < end)
    .reduce<Body | null>((found, body) => (found === null || body.start >= found.start ? body : found), null);

/** The ID of the probe in a function. */
const probeIdOf = (path: string, { start }: Body): string => `${path}:${start}`;

/**
 * Inserts a probe into each function that contains a mutant: a call that reports that the function has run.
 * @returns the text of the file with probes, and the ID of the probe of each mutant
 */
export function withProbes(file: SourceFile, mutants: readonly Mutant[]) {
  const bodies = nodesOf(file).flatMap(({ node }) => bodiesOf(node));
  const probes = new Map<Mutant, string>();
  const mutatedBodies = new Set<Body>();
  for (const mutant of mutants) {
    const body = innermostBody(bodies, mutant.edits[0]?.start ?? 0);
    if (!body) continue;
    probes.set(mutant, probeIdOf(file.path, body));
    mutatedBodies.add(body);
  }
  const edits = [...mutatedBodies].flatMap((body) => {
    const call = `globalThis.reportReached?.('${probeIdOf(file.path, body)}')`;
    return body.isBlock
      ? [{ start: body.start + 1, end: body.start + 1, text: `${call};` }]
      : [
          { start: body.start, end: body.start, text: `(${call}, (` },
          { start: body.end, end: body.end, text: '))' },
        ];
  });
  return { text: mutatedText(file, { path: file.path, operator: 'probe', edits }), probes };
}
