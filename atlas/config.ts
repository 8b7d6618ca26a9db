import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import type { AnyStateMachine } from 'xstate';
import type { LocalizedText, ScreensConfig } from '#atlas/screens/types.ts';
import type { Synonyms } from '#atlas/site/match.ts';

/** The location of the words of the machines: names and descriptions of states, events, timers. */
export type WordsConfig = {
  /** Folder with a file for each table: `states.md`, `events.md`, … */
  readonly folder: string;
  /** Path pattern of further files, with a table under each heading. */
  readonly ofFlows?: string;
};

/** A sequence of screens that people see. */
export type Journey = {
  readonly id: string;
  readonly name: LocalizedText;
  /** Ids of the states with these screens, in order. */
  readonly states: readonly string[];
};

/** The configuration of a project; only `machines` is required. Folders and files are relative to the project. */
export type AtlasConfig = {
  readonly machines: () => Promise<readonly AnyStateMachine[]>;
  /** Folder of the charts. */
  readonly charts?: string;
  /** Folder of the built site. */
  readonly site?: string;
  readonly words?: WordsConfig;
  /** Folder of the texts of the screens: `<name>.<language>.json` or `<language>.json`. */
  readonly texts?: string;
  /** The source of a text, as in the table of limits: `spec 2` if the specification defines it, else `ours`. */
  readonly textSetBy?: (key: string, english: string) => string;
  /** For a machine or compound state, by id: the names of the states on its main path, separated by spaces. */
  readonly mainPaths?: Readonly<Record<string, string>>;
  /** The most important journeys; the first is shown on the start page. */
  readonly journeys?: readonly Journey[];
  /** Everyday words that the search treats like those of the machines, in any language. */
  readonly synonyms?: Synonyms;
  /** Folder of the traces of the tests and of the coverage. */
  readonly coverage?: string;
  /** File of the remarks that reviewers have left in the atlas. */
  readonly remarks?: string;
  /** Launch options of the Chromium that prints and takes screenshots; Playwright's default when absent. */
  readonly browser?: () => Promise<LaunchOptions>;
  readonly screens?: ScreensConfig;
};

/** Creates the configuration of a project folder; older revisions are read from other folders. */
export type AtlasConfigOf = (root: string) => AtlasConfig;

/** Types the default export of `atlas.config.ts`. */
export const defineAtlas = (configOf: AtlasConfigOf): AtlasConfigOf => configOf;

const DEFAULTS = {
  charts: 'docs/flows',
  site: 'dist-atlas',
  coverage: 'coverage',
  remarks: 'docs/remarks.json',
};

/** A project folder with its configuration. */
export type Project = AtlasConfig & Readonly<typeof DEFAULTS> & { readonly root: string };

/** The name of the configuration file. */
export const CONFIG_FILE = 'atlas.config.ts';

/**
 * Reads the configuration of a project folder.
 * @param current folder whose configuration is used when this one, an older revision, has none
 * @throws when neither has one
 */
export async function openProject(root: string, current = root): Promise<Project> {
  const file = [root, current].map((folder) => join(folder, CONFIG_FILE)).find(existsSync);
  if (file === undefined) throw new Error(`${join(root, CONFIG_FILE)} is missing`);
  const { default: configOf }: { readonly default: AtlasConfigOf } = await import(pathToFileURL(file).href);
  return { ...DEFAULTS, ...configOf(root), root };
}
