import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import type { AnyStateMachine } from 'xstate';
import type { LocalizedText, ScreensConfig } from '#atlas/screens/types.ts';
import type { Synonyms } from '#atlas/site/match.ts';

/** Where the words of the machines are: what a person calls a state, an event, a timer. */
export type WordsConfig = {
  /** Folder with a table a file: `states.md`, `events.md`, … */
  readonly folder: string;
  /** Pattern of further files, with a table under each heading. */
  readonly ofFlows?: string;
};

/** Where the declarations are that guards, actions and delays use: a changed constant changes the rules that use it. */
export type SourcesConfig = {
  /** Pattern of the files. */
  readonly files: string;
  /** Prefix of files whose functions make rules for several machines. */
  readonly shared?: string;
  /** The file that a machine is declared in. */
  readonly fileOf: (machine: string) => string;
};

/** The machine whose states are the screens of the whole, drawn as a map. */
export type MapConfig = {
  readonly machine: string;
  /** What a screen is called: by the message key of its title and the flow that it runs. */
  readonly titleOf: (texts: Readonly<Record<string, string>>, title: string, flow: string) => string;
};

/** A way that people take, shown screen by screen. */
export type Journey = {
  readonly id: string;
  readonly name: LocalizedText;
  /** Ids of the states whose screens come one after the other. */
  readonly states: readonly string[];
};

/** What the atlas knows of a project; only the machines have to be given. Folders and files are relative to the project. */
export type AtlasConfig = {
  readonly machines: () => Promise<readonly AnyStateMachine[]>;
  /** Folder that the charts are written to. */
  readonly charts?: string;
  /** Folder that the site is built into. */
  readonly site?: string;
  readonly words?: WordsConfig;
  /** Folder of the texts of the screens: `<name>.<language>.json` or `<language>.json`. */
  readonly texts?: string;
  /** By machine or compound state the names of the states on the way that is usually taken, separated by spaces. */
  readonly mainPaths?: Readonly<Record<string, string>>;
  readonly sources?: SourcesConfig;
  readonly map?: MapConfig;
  /** The ways that are most asked about; the first is shown on the first page. */
  readonly journeys?: readonly Journey[];
  /** Everyday words that the search takes for those of the machines, in any language. */
  readonly synonyms?: Synonyms;
  /** Folder of what the tests record of running machines, and of what comes of it. */
  readonly coverage?: string;
  /** File of the remarks that reviewers have left in the atlas. */
  readonly remarks?: string;
  /** How a Chromium is started that prints and takes pictures; Playwright's own where nothing is said. */
  readonly browser?: () => Promise<LaunchOptions>;
  readonly screens?: ScreensConfig;
};

/** The configuration of the project in a folder: a revision of it is read out of another folder. */
export type AtlasConfigOf = (root: string) => AtlasConfig;

/** States the type of a configuration; what `atlas.config.ts` exports by default. */
export const defineAtlas = (configOf: AtlasConfigOf): AtlasConfigOf => configOf;

/** A project folder with its configuration. */
export type Project = { readonly root: string } & Required<
  Pick<AtlasConfig, 'charts' | 'site' | 'coverage' | 'remarks'>
> &
  AtlasConfig;

const FILE = 'atlas.config.ts';

const projectOf = (root: string, config: AtlasConfig): Project => ({
  charts: 'docs/flows',
  site: 'dist-atlas',
  coverage: 'coverage',
  remarks: 'docs/remarks.json',
  ...config,
  root,
});

/**
 * Reads the configuration of a project folder.
 * @param current a folder whose configuration reads this one, if it has none: a revision from before there was one
 * @throws when neither has one
 */
export async function openProject(root: string, current = root): Promise<Project> {
  const file = [root, current].map((folder) => join(folder, FILE)).find(existsSync);
  if (file === undefined) throw new Error(`${join(root, FILE)} is missing`);
  const { default: configOf }: { readonly default: AtlasConfigOf } = await import(pathToFileURL(file).href);
  return projectOf(root, configOf(root));
}
