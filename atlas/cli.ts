#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCharts } from '#atlas/commands/charts.ts';
import { runCoverage } from '#atlas/commands/coverage.ts';
import { CONFIG_FILE, openProject, type Project } from '#atlas/config.ts';
import { exitWithError } from '#atlas/usage.ts';

const USAGE = `munjigi-atlas <command>

  charts                  writes the charts of all machines
  charts --pdf [<flow>]   prints flows as PDF documents
  check                   fails when a chart is out of date
  diff <git revision>     writes a page of the changes since a revision
  site                    builds the atlas as a static site
  coverage                reports which states and transitions the tests cover

Each command reads atlas.config.ts in the current folder, or in the folder given by --project <folder>.`;

const COMMANDS = new Map<string, (project: Project, args: readonly string[]) => Promise<void>>([
  ['charts', (project, args) => runCharts(project, args, { isCheck: false })],
  ['check', (project, args) => runCharts(project, args, { isCheck: true })],
  ['diff', async (...args) => (await import('#atlas/commands/diff.ts')).runDiff(...args)],
  ['site', async (...args) => (await import('#atlas/commands/site.ts')).runSite(...args)],
  ['coverage', runCoverage],
]);

const [name = '', ...rest] = process.argv.slice(2);
if (name === '' || name === '--help') {
  console.log(USAGE);
  process.exit(name === '' ? 2 : 0);
}
const command = COMMANDS.get(name) ?? exitWithError(`There is no command "${name}".\n\n${USAGE}`);
const projectIndex = rest.indexOf('--project');
const folder = projectIndex < 0 ? process.cwd() : resolve(rest[projectIndex + 1] ?? exitWithError(USAGE));
if (!existsSync(join(folder, CONFIG_FILE))) exitWithError(`There is no ${CONFIG_FILE} in ${folder}.`);
await command(await openProject(folder), projectIndex < 0 ? rest : rest.toSpliced(projectIndex, 2));
