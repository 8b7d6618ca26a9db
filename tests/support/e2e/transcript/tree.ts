import type { CDPSession } from '@playwright/test';

/** A node of Chromium's accessibility tree (the protocol's AXNode), with the fields used here. */
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

/** One line of a transcript: its depth in the tree, and what is read. */
export type ReadLine = {
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
};

/** Roles of mere boxes, or of pieces of their parent's text. */
const SILENT = ['none', 'generic', 'InlineTextBox', 'RootWebArea', 'LineBreak', 'LabelText', 'presentation'];

/** Roles whose name is their content, which follows in the tree. */
const NAMED_BY_CONTENT = ['heading', 'button', 'link', 'paragraph', 'listitem', 'status', 'alert', 'timer'];

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

const textOf = (axValue: AxValue | undefined): string =>
  axValue?.value === undefined || axValue.value === null ? '' : String(axValue.value).trim();

const statesOf = ({ properties = [], value, role }: AxNode): readonly string[] => [
  ...(textOf(value) !== '' && textOf(role) !== 'StaticText' ? [`value "${textOf(value)}"`] : []),
  ...properties
    .filter(({ name, value: state }) => STATES.includes(name) && !['false', ''].includes(textOf(state)))
    .map(({ name, value: state }) => (textOf(state) === 'true' ? name : `${name} ${textOf(state)}`)),
];

/** The texts of a page that a screen reader reads, in order. */
export async function readTree(protocol: CDPSession): Promise<readonly ReadLine[]> {
  const { nodes } = (await protocol.send('Accessibility.getFullAXTree')) as {
    readonly nodes: readonly AxNode[];
  };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const linesOf = (id: string, depth: number, nameAbove: string): readonly ReadLine[] => {
    const node = byId.get(id);
    if (!node) return [];
    const [role, name] = [textOf(node.role), textOf(node.name)];
    const isRead = role === 'StaticText' && nameAbove !== '' && nameAbove.includes(name);
    const isShown =
      !node.ignored && !SILENT.includes(role) && !isRead && !(role === 'StaticText' && name === '');
    const line: ReadLine = {
      depth,
      role,
      name,
      description: textOf(node.description),
      states: statesOf(node),
    };
    const contentName = isShown && NAMED_BY_CONTENT.includes(role) ? name : nameAbove;
    const children = (node.childIds ?? []).flatMap((child) =>
      linesOf(child, isShown ? depth + 1 : depth, contentName),
    );
    return isShown ? [line, ...children] : children;
  };
  const root = nodes.find(({ parentId }) => parentId === undefined);
  return root ? linesOf(root.nodeId, 0, '') : [];
}

const ROLES: Readonly<Record<string, string>> = { StaticText: 'text' };

/** Roles that are left out when they have no content. */
const OPTIONAL_ROLES = ['banner', 'status', 'alert'];

/** The lines without those of every screen, empty ones, and those that repeat a label or description. */
export function distinctLines(lines: readonly ReadLine[]): readonly ReadLine[] {
  const descriptions = new Set(lines.map(({ description }) => description));
  return lines.filter((line, index) => {
    const next = lines[index + 1];
    const isEmpty = OPTIONAL_ROLES.includes(line.role) && !(next && next.depth > line.depth);
    const isLabel = line.role === 'StaticText' && [next?.name, lines[index - 1]?.name].includes(line.name);
    const isFrame =
      ['Language', '문지기', 'Munjigi', '언어', '한국어', 'English'].includes(line.name) ||
      line.role === 'banner';
    return !isEmpty && !isLabel && !isFrame && !(line.role === 'StaticText' && descriptions.has(line.name));
  });
}

/** A line of the transcript as text, indented by its depth. */
export function lineOf({ depth, role, name, description, states }: ReadLine): string {
  const parts = [
    ROLES[role] ?? role,
    ...(name === '' ? [] : [`"${name}"`]),
    ...states.map((state) => `[${state}]`),
    ...(description === '' ? [] : [`— ${description}`]),
  ];
  return `${'  '.repeat(depth)}${parts.join(' ')}`;
}
