import { describe, expect, test } from 'vitest';
import { projectFiles, type SourceFile } from '#tools/source/project-files.ts';
import { nodesOf } from '#tools/source/syntax.ts';

/** What a file of the foreign server imports: nothing of ours may be behind it. */
const importsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) =>
    node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration'
      ? [String(node.source?.value ?? '')].filter((name) => name !== '')
      : [],
  );

const strangers = (file: SourceFile): string[] =>
  importsOf(file).filter((name) => !name.startsWith('node:') && !name.startsWith('./'));

/** Objects of an answer by the calls of spec section 7, and the fields of spec section 3 and 7 in them. */
const ANSWERED = new Set(
  `status errCode message clientId redirectUrl isAlreadyAuth scopes url idOtp passkey qrCode serviceName
   displayContent data setPasswordFlag authenticator license isCheckExpired isCheckMax mobileApp fido2token to
   secondToken accessToken assertionRequest publicKeyCredentialRequestOptions result pushId period qrId qr check
   userId`.split(/\s+/),
);

/** The names of what `ok(...)` is given, at the first level. */
const fieldsAnswered = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'ok')
      return [];
    const [given] = node.arguments;
    if (given?.type !== 'ObjectExpression') return [];
    return given.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
    );
  });

describe('the foreign server', () => {
  const files = projectFiles('tests/foreign/*.ts');

  test('imports nothing of this project, and has less than 300 lines', () => {
    expect(files.flatMap(strangers)).toEqual([]);
    expect(files.reduce((sum, { text }) => sum + text.split('\n').length, 0)).toBeLessThan(300);
  });

  test('answers with fields of the specification alone', () => {
    const answered = files.flatMap(fieldsAnswered);
    expect(answered.length).toBeGreaterThan(20);
    expect(answered.filter((field) => !ANSWERED.has(field))).toEqual([]);
  });

  test('is checked by a mutated copy', () => {
    const file = {
      path: 'tests/foreign/a.ts',
      text: "import { x } from '#wire/names.ts';\nok({ extra: x });",
    };
    expect(strangers(file)).toEqual(['#wire/names.ts']);
    expect(fieldsAnswered(file)).toEqual(['extra']);
  });
});
