import type { CDPSession } from '@playwright/test';

type AxValue = { readonly value?: unknown };

/** A node of Chromium's accessibility tree (the protocol's AXNode), with the fields that are used here. */
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

/** A line of a transcript: the depth in the tree, and the values that a screen reader reads. */
export type ReadLine = {
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
};

/** Roles of elements that are not read themselves: containers, and parts of their parent's text. */
const SILENT_ROLES = [
  'none',
  'generic',
  'InlineTextBox',
  'RootWebArea',
  'LineBreak',
  'LabelText',
  'presentation',
];

/** Roles whose name is their content. The content follows in the tree. */
const ROLES_NAMED_BY_CONTENT = [
  'heading',
  'button',
  'link',
  'paragraph',
  'listitem',
  'status',
  'alert',
  'timer',
];

/** The properties that a screen reader reads as states. */
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
  const nodesById = new Map(nodes.map((node) => [node.nodeId, node]));
  const linesOf = (id: string, depth: number, nameAbove: string): readonly ReadLine[] => {
    const node = nodesById.get(id);
    if (!node) return [];
    const [role, name] = [textOf(node.role), textOf(node.name)];
    const isReadWithParent = role === 'StaticText' && nameAbove !== '' && nameAbove.includes(name);
    const isShown =
      !node.ignored &&
      !SILENT_ROLES.includes(role) &&
      !isReadWithParent &&
      !(role === 'StaticText' && name === '');
    const line: ReadLine = {
      depth,
      role,
      name,
      description: textOf(node.description),
      states: statesOf(node),
    };
    const contentName = isShown && ROLES_NAMED_BY_CONTENT.includes(role) ? name : nameAbove;
    const children = (node.childIds ?? []).flatMap((child) =>
      linesOf(child, isShown ? depth + 1 : depth, contentName),
    );
    return isShown ? [line, ...children] : children;
  };
  const root = nodes.find(({ parentId }) => parentId === undefined);
  return root ? linesOf(root.nodeId, 0, '') : [];
}

/** Roles that are written differently in a transcript. */
const ROLE_NAMES: Readonly<Record<string, string>> = { StaticText: 'text' };

/** Roles that are left out when they have no content. */
const OPTIONAL_ROLES = ['banner', 'status', 'alert'];

/** The lines of a screen, without lines that every screen has, empty lines, and lines that repeat a label or a description. */
export function distinctLines(lines: readonly ReadLine[]): readonly ReadLine[] {
  const descriptions = new Set(lines.map(({ description }) => description));
  return lines.filter((line, index) => {
    const next = lines[index + 1];
    const isEmpty = OPTIONAL_ROLES.includes(line.role) && !(next && next.depth > line.depth);
    const isLabel = line.role === 'StaticText' && [next?.name, lines[index - 1]?.name].includes(line.name);
    const isOnEveryScreen =
      ['Language', '문지기', 'Munjigi', '언어', '한국어', 'English'].includes(line.name) ||
      line.role === 'banner';
    return (
      !isEmpty && !isLabel && !isOnEveryScreen && !(line.role === 'StaticText' && descriptions.has(line.name))
    );
  });
}

/** A line of the transcript as text, indented by its depth. */
export function lineOf({ depth, role, name, description, states }: ReadLine): string {
  const parts = [
    ROLE_NAMES[role] ?? role,
    ...(name === '' ? [] : [`"${name}"`]),
    ...states.map((state) => `[${state}]`),
    ...(description === '' ? [] : [`— ${description}`]),
  ];
  return `${'  '.repeat(depth)}${parts.join(' ')}`;
}
