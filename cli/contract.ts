import { parseArgs } from 'node:util';
import { withCookieJar } from '#cli/contract/cookies.ts';
import { type CallResult, runContract } from '#cli/contract/run.ts';

const USAGE = `Usage: npm run contract -- https://server [--client ID] [--account ID [--password PASSWORD]] [--json]

Makes the calls of the portal to your own server and reports, call by call, the answers that the portal could not
use. It only reads; --account requests that person's policy, --password makes one login as that person.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: 'string', default: 'contract' },
    account: { type: 'string', default: '' },
    password: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const OUTCOME_SIGNS: Readonly<Record<CallResult['outcome'], string>> = {
  good: '✓',
  bad: '✗',
  'left out': '–',
};

const resultText = ({ call, status, outcome, problems }: CallResult): string =>
  [
    `${OUTCOME_SIGNS[outcome]} ${call}${status === null ? '' : ` (${status})`}`,
    ...problems.map((problem) => `    ${problem}`),
  ].join('\n');

const [server = ''] = positionals;
if (values.help || !URL.canParse(server)) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  const results = await runContract({
    server: new URL(server).origin,
    contractOptions: { clientId: values.client, account: values.account, password: values.password },
    fetch: withCookieJar(fetch),
    now: Date.now,
  });
  console.log(values.json ? JSON.stringify(results, null, 2) : results.map(resultText).join('\n'));
  process.exitCode = results.some(({ outcome }) => outcome === 'bad') ? 1 : 0;
}
