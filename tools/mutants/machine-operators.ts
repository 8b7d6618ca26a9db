import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import type { MutationOperator } from './mutant.ts';
import { nameOf, type Property, propertiesOf, removalOf } from './properties.ts';

/** Drops the guard of a transition. */
const dropGuard: MutationOperator = {
  name: 'guard dropped',
  find: (file) => propertiesOf(file, ['guard']).map((property) => removalOf(file, property)),
};

/** Properties whose value can be the name of a state. */
const TARGET_PROPERTIES = ['target', 'initial', 'onDone', 'onError', 'always'];

const targetsOf = (file: SourceFile): readonly { readonly value: Node; readonly text: string }[] =>
  propertiesOf(file, TARGET_PROPERTIES).flatMap(({ value }) =>
    value.type === 'Literal' && typeof value.value === 'string' ? [{ value, text: value.value }] : [],
  );

/** Replaces the target of a transition with the target of another transition in the file. */
const exchangeTarget: MutationOperator = {
  name: 'target exchanged',
  find: (file) => {
    const stateTargets = targetsOf(file);
    const names = [...new Set(stateTargets.map(({ text }) => text))];
    if (names.length < 2) return [];
    return stateTargets.map(({ value, text }) => {
      const other = names[(names.indexOf(text) + 1) % names.length];
      return [{ start: value.start, end: value.end, text: `'${other}'` }];
    });
  },
};

/** Properties with actions. */
const ACTION_PROPERTIES = ['actions', 'entry', 'exit'];

/** Drops the actions of a transition or a state. */
const dropActions: MutationOperator = {
  name: 'action dropped',
  find: (file) =>
    propertiesOf(file, ACTION_PROPERTIES).map(({ value }) => [
      { start: value.start, end: value.end, text: '[]' },
    ]),
};

/** The objects that declare guards: `guards` of a machine, and constants such as `loginGuards`. */
const guardObjectsOf = (file: SourceFile): readonly Node[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type === 'Property' && nameOf(node) === 'guards') return [node.value];
    const isGuardConstant =
      node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name.endsWith('Guards');
    return isGuardConstant && node.init ? [node.init] : [];
  });

const guardsOf = (file: SourceFile): readonly Property[] =>
  guardObjectsOf(file).flatMap((object) =>
    object.type === 'ObjectExpression'
      ? object.properties.filter((property) => property.type === 'Property')
      : [],
  );

/** Negates a guard. */
const negateGuard: MutationOperator = {
  name: 'guard negated',
  find: (file) =>
    guardsOf(file).flatMap(({ value, method }) => {
      const isFunction = value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression';
      if (!isFunction || method || !value.body) return [];
      const isBlock = value.body.type === 'BlockStatement';
      const { start, end } = isBlock ? value : value.body;
      const text = file.text.slice(start, end);
      return [[{ start, end, text: isBlock ? `(...given) => !(${text})(...given)` : `!(${text})` }]];
    }),
};

/** Mistakes in machines. */
export const MACHINE_OPERATORS: readonly MutationOperator[] = [
  dropGuard,
  negateGuard,
  exchangeTarget,
  dropActions,
];
