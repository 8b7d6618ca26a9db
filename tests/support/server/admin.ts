import { tmpdir } from 'node:os';
import { AdminUsageError } from '#cli/admin/arguments.ts';
import { parseCommand, runAdmin } from '#cli/admin/run.ts';
import type { AuditCopies, AuditHistory } from '#server/operations/audit/open.ts';
import type { TestServer } from './server.ts';

/** The exit code of a command, and its output on stdout and stderr. */
export type CommandResult = { readonly code: number; readonly out: string; readonly err: string };

/** The audit of a test server, in the form that the command searches. */
const historyOf = ({ audited }: Pick<TestServer, 'audited'>): AuditHistory => ({
  last: async (count, userId) =>
    audited
      .filter(({ account }) => account === userId)
      .reverse()
      .slice(0, count),
  async *days() {
    for (const [day = '', lines = []] of Map.groupBy(audited, ({ time }) => time.slice(0, 10)))
      yield { day, lines };
  },
});

/** Runs `npm run admin -- …` for a test server, by default as the operator park. */
export async function admin(
  server: TestServer,
  commandLine: string,
  input = '',
  dataDir = tmpdir(),
  copies: AuditCopies = { files: null, table: null },
): Promise<CommandResult> {
  const args = commandLine.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  const operator = args.includes('--operator') ? [] : ['--operator', 'park'];
  const out: string[] = [];
  const err: string[] = [];
  try {
    const code = await runAdmin(await parseCommand([...args, ...operator]), {
      portal: server.portal,
      history: historyOf(server),
      copies,
      dataDir,
      endEngineSessions: (userId) => server.engine.endSessionsOf(userId),
      language: 'en',
      print: (text) => out.push(text),
      printError: (text) => err.push(text),
      input: async () => input,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  } catch (error) {
    if (!(error instanceof AdminUsageError)) throw error;
    return { code: 2, out: out.join('\n'), err: error.message };
  }
}
