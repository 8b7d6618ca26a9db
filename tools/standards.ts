import { writeFileSync } from 'node:fs';
import { projectFiles } from '#tools/source/project-files.ts';
import { titlesIn } from '#tools/source/titles.ts';
import { NOT_RUN, REASONS } from '#tools/standards/modules.ts';
import { FAMILIES, type Specification } from '#tools/standards/specifications.ts';

/** The file that this program writes. */
const STANDARDS_PAGE = 'docs/standards.md';
const MODULE_TESTS = 'tests/conformance/openid.test.ts';
const FAPI_TESTS = 'tests/conformance/fapi.test.ts';

/** A module of the conformance suite with its result, such as `PASSED`. */
type Module = { readonly module: string; readonly result: string };

/** The content of `results.json`, which `npm run conformance -- --write` writes. */
export type Results = {
  /** The version of the suite. */
  readonly suite: string;
  readonly plans: readonly { readonly plan: string; readonly modules: readonly Module[] }[];
};

const textOf = (path: string): string => {
  const [file] = projectFiles(path);
  if (!file) throw new Error(`There is no file ${path}`);
  return file.text;
};

export const readResults = (): Results => JSON.parse(textOf('deploy/conformance/results.json'));

const titlesOf = (path: string): ReadonlySet<string> => titlesIn({ path, text: textOf(path) });

/** The titles of the tests in the files whose tests are named after modules of the suite. */
export const moduleTests = (): ReadonlySet<string> =>
  new Set([...titlesOf(MODULE_TESTS), ...titlesOf(FAPI_TESTS)]);

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Each different value with the number of its occurrences. */
const countsOf = (values: readonly string[]): readonly (readonly [string, number])[] =>
  [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length] as const);

/** The test files of a specification. */
const testFilesOf = ({ name, tests }: Specification): readonly string[] =>
  tests.flatMap((pattern) => {
    const files = projectFiles(pattern).map(({ path }) => path);
    if (files.length === 0) throw new Error(`${name}: ${pattern} finds no test`);
    return files;
  });

const specificationRow = (specification: Specification): readonly string[] => [
  specification.name,
  specification.status,
  specification.remark ?? '',
  testFilesOf(specification)
    .map((path) => `\`${path}\``)
    .join(', '),
];

const moduleRow = ({ module, result }: Module): readonly string[] => {
  const reason = REASONS[module];
  const needsNoReason = result === 'PASSED' || result === 'REVIEW';
  if (!needsNoReason && reason === undefined)
    throw new Error(`${module}: REASONS in tools/standards/modules.ts does not explain the result ${result}`);
  return [`\`${module}\``, result, needsNoReason ? '' : (reason ?? '')];
};

/** The text of docs/standards.md: the implemented specifications and the tests that show them. */
export function standards(): string {
  const { suite, plans } = readResults();
  const tested = moduleTests();
  const specifications = FAMILIES.flatMap((family) => family.specifications);
  const results = plans.flatMap(({ modules }) => modules.map(({ result }) => result));
  const moduleTitles = [...tested].filter(
    (title) => /^(oidcc|fapi2)-/.test(title) && !title.endsWith('-plan'),
  );
  return `# Standards

The specifications that the portal implements, and the tests that show it. \`npm run standards\` writes this page from
\`tools/standards/specifications.ts\`, from the tests and from the results of the conformance suite; a test fails when the page is out of
date. Nobody has certified the portal.

${table(['specifications', 'number'], countsOf(specifications.map(({ status }) => status)))}

"Complete" means that everything is implemented that is required of a party in this role, but not every option.

${FAMILIES.map(
  (family) => `## ${family.title}

${table(['specification', 'status', 'remark', 'shown by'], family.specifications.map(specificationRow))}`,
).join('\n\n')}

## The plans of the OpenID Foundation

The conformance suite ${suite} was run against the portal with its demonstration and the clients of
[deploy/conformance](../deploy/conformance/README.md), which says how to repeat it. It was compiled from the published source without
its modules for wallets (OpenID4VCI and OpenID4VP), and with an in-memory server instead of MongoDB. A program operated the portal's pages
in Chromium.

${table(['result', 'modules'], countsOf(results))}

\`REVIEW\` means that the module passed, but that a person has to look at a picture of the page. For each module there is a test with the same name in
\`${MODULE_TESTS}\` or \`${FAPI_TESTS}\` (${moduleTitles.length} names), which runs with \`npm test\` and needs no suite. The plan of FAPI 2.0 was run with
\`private_key_jwt\`, DPoP and OpenID Connect, and without the modules for one country only.

${plans
  .map(
    ({ plan, modules }) => `### ${plan}

${table(['module', 'result', 'why'], modules.map(moduleRow))}`,
  )
  .join('\n\n')}

### Modules that the suite did not run

${table(
  ['module', 'why'],
  Object.entries(NOT_RUN).map(([module, why]) => [`\`${module}\``, why]),
)}
`;
}

if (import.meta.main) writeFileSync(STANDARDS_PAGE, standards());
