import type { CDPSession } from '@playwright/test';

/** What Chromium gives assistive technology of a node (the protocol's AXNode), as far as it is written down. */
type AxValue = { readonly value?: unknown };
type AxNode = {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly description?: AxValue;
  readonly value?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
};

/** One line of a transcript: how deep it stands, and what is read. */
export type Read = {
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
};

/** Roles that are no more than boxes, or pieces of the text that stands above them. */
const SILENT = ['none', 'generic', 'InlineTextBox', 'RootWebArea', 'LineBreak', 'LabelText', 'presentation'];

/** Roles that are read by their content, which stands beneath them. */
const BY_CONTENT = ['heading', 'button', 'link', 'paragraph', 'listitem', 'status', 'alert', 'timer'];

const STATES = [
  'disabled',
  'invalid',
  'checked',
  'pressed',
  'expanded',
  'selected',
  'busy',
  'readonly',
  'focused',
];

const textOf = (given: AxValue | undefined): string =>
  given?.value === undefined || given.value === null ? '' : String(given.value).trim();

const statesOf = ({ properties = [], value, role }: AxNode): readonly string[] => [
  ...(textOf(value) !== '' && textOf(role) !== 'StaticText' ? [`value "${textOf(value)}"`] : []),
  ...properties
    .filter(({ name, value: state }) => STATES.includes(name) && !['false', ''].includes(textOf(state)))
    .map(({ name, value: state }) => (textOf(state) === 'true' ? name : `${name} ${textOf(state)}`)),
];

/** The texts of a page that a screen reader reads, in order. */
export async function readTree(protocol: CDPSession): Promise<readonly Read[]> {
  const { nodes } = (await protocol.send('Accessibility.getFullAXTree')) as {
    readonly nodes: readonly AxNode[];
  };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (id: string, depth: number, above: string): readonly Read[] => {
    const node = byId.get(id);
    if (!node) return [];
    const [role, name] = [textOf(node.role), textOf(node.name)];
    const isSaid = role === 'StaticText' && above !== '' && above.includes(name);
    const isShown =
      !node.ignored && !SILENT.includes(role) && !isSaid && !(role === 'StaticText' && name === '');
    const own: Read = { depth, role, name, description: textOf(node.description), states: statesOf(node) };
    const named = isShown && BY_CONTENT.includes(role) ? name : above;
    const children = (node.childIds ?? []).flatMap((child) =>
      read(child, isShown ? depth + 1 : depth, named),
    );
    return isShown ? [own, ...children] : children;
  };
  const root = nodes.find(({ parentId }) => parentId === undefined);
  return root ? read(root.nodeId, 0, '') : [];
}

const ROLES: Readonly<Record<string, string>> = { StaticText: 'text' };

/** Parts of the frame that stand on every screen, and regions that say nothing. */
const FRAME = ['banner', 'status', 'alert'];

/** Without what stands on every screen, what says nothing, and what is read with its neighbour. */
export function spoken(read: readonly Read[]): readonly Read[] {
  const descriptions = new Set(read.map(({ description }) => description));
  return read.filter((line, index) => {
    const next = read[index + 1];
    const isEmpty = FRAME.includes(line.role) && !(next && next.depth > line.depth);
    const isLabel = line.role === 'StaticText' && [next?.name, read[index - 1]?.name].includes(line.name);
    const isFrame =
      ['Language', '문지기', 'Munjigi', '언어', '한국어', 'English'].includes(line.name) ||
      line.role === 'banner';
    return !isEmpty && !isLabel && !isFrame && !(line.role === 'StaticText' && descriptions.has(line.name));
  });
}

/** As a line that a person reads. */
export function lineOf({ depth, role, name, description, states }: Read): string {
  const parts = [
    ROLES[role] ?? role,
    ...(name === '' ? [] : [`"${name}"`]),
    ...states.map((state) => `[${state}]`),
    ...(description === '' ? [] : [`— ${description}`]),
  ];
  return `${'  '.repeat(depth)}${parts.join(' ')}`;
}
