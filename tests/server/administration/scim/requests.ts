/**
 * Requests from the documentation of identity sources, each with its place there. Addresses, names and IDs are changed
 * where their values do not matter.
 */

import { PATCH_SCHEMA } from '#wire/scim.ts';

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The body of a PATCH request. */
export const patchOf = (...Operations: readonly object[]) => ({ schemas: [PATCH_SCHEMA], Operations });

/** RFC 7644, "System for Cross-domain Identity Management: Protocol". */
export const RFC = {
  /** Section 3.3. */
  create: {
    schemas: [CORE_USER],
    userName: 'bjensen',
    externalId: 'bjensen',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
  },
  /** Section 3.5.1. */
  replace: (id: string) => ({
    schemas: [CORE_USER],
    id,
    userName: 'bjensen',
    externalId: 'bjensen',
    name: {
      formatted: 'Ms. Barbara J Jensen III',
      familyName: 'Jensen',
      givenName: 'Barbara',
      middleName: 'Jane',
    },
    roles: [],
    emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.example', type: 'home' }],
  }),
  /** Section 3.5.2.1: without a path. */
  addWithoutPath: patchOf({
    op: 'add',
    value: { emails: [{ value: 'babs@jensen.example', type: 'home' }], nickname: 'Babs' },
  }),
  /** Section 3.5.2.3: the value that a filter names. */
  replaceByFilter: patchOf({
    op: 'replace',
    path: 'emails[type eq "work"].value',
    value: 'barbara@example.com',
  }),
  /** Section 3.5.2.2. */
  removeByFilter: patchOf({ op: 'remove', path: 'emails[type eq "home"]' }),
  /** Section 3.5.2.2: by two conditions. */
  removeByTwoConditions: patchOf({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' }),
  /** Section 3.5.2.3: every attribute of the value, without a path. */
  replaceWithoutPath: patchOf({
    op: 'replace',
    value: {
      emails: [
        { value: 'bjensen@example.com', type: 'work', primary: true },
        { value: 'babs@jensen.example', type: 'home' },
      ],
      nickname: 'Babs',
    },
  }),
  /** Section 3.5.2.3: a part of an attribute that the portal does not store. */
  replaceAddress: patchOf({
    op: 'replace',
    path: 'addresses[type eq "work"].streetAddress',
    value: '1010 Broadway Ave',
  }),
};

/** learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups */
export const ENTRA = {
  /** "Create User". */
  create: {
    schemas: [CORE_USER, ENTERPRISE_USER],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  },
  /** "Get User by query": also sent by "Test Connection", with an unknown name. */
  query: (userName: string) => `?filter=userName eq "${userName}"`,
  /** "Update User [Multi-valued properties]". */
  changeMail: patchOf(
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@testuser.example' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
  ),
  /** "Disable User", as sent without the flag aadOptscim062020 (application-provisioning-config-problem-scim-compatibility). */
  disable: patchOf({ op: 'Replace', path: 'active', value: 'False' }),
  /** The same with the flag: compliant. */
  disableByFlag: patchOf({ op: 'replace', path: 'active', value: false }),
  /** Attributes of several names without a path (page on compatibility). */
  addWithoutPath: patchOf({
    op: 'Add',
    value: { displayName: 'Bjfe', 'name.givenName': 'Kjfe', 'name.familyName': 'Jdfe', title: 'dev' },
  }),
  /** learn.microsoft.com/answers/questions/708183: a mail where there is none. */
  addMail: patchOf(
    { op: 'Add', path: 'emails[type eq "work"].value', value: 'someone@testuser.example' },
    { op: 'Add', path: 'emails[type eq "work"].primary', value: 'True' },
  ),
  /** The manager of the enterprise extension, by a path with the address of its schema. */
  addManager: patchOf({
    op: 'Add',
    path: `${ENTERPRISE_USER}:manager`,
    value: [{ $ref: 'http://example.com/scim/Users/1', value: '1' }],
  }),
  /** "Update User [Single-valued properties]": the example renames. */
  rename: patchOf(
    { op: 'Replace', path: 'displayName', value: 'Another name' },
    { op: 'Replace', path: 'userName', value: '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.example' },
  ),
  /** "Requests to replace multiple attributes", as sent without the flag (page on compatibility). */
  replaceMany: patchOf(
    { op: 'Replace', path: 'displayName', value: 'Pvlo' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'TestBcwqnm@test.example' },
    { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
    { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
    { op: 'Replace', path: 'externalId', value: 'Eqpj' },
    { op: 'Replace', path: `${ENTERPRISE_USER}:employeeNumber`, value: 'Eqpj' },
  ),
  /** The same with the flag: a path with a filter has its own operation, the rest has no path. */
  replaceManyByFlag: patchOf(
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'TestMhvaes@test.example' },
    {
      op: 'replace',
      value: {
        displayName: 'Bjfe',
        'name.givenName': 'Kkom',
        'name.familyName': 'Unua',
        [`${ENTERPRISE_USER}:employeeNumber`]: 'Aklq',
      },
    },
  ),
  /** "Requests to add a single-value string attribute", without the flag and with it. */
  addNickname: patchOf({ op: 'Add', path: 'nickName', value: 'Babs' }),
  addNicknameByFlag: patchOf({ op: 'add', path: 'nickName', value: 'Babs' }),
  /** The address of the core schema before an attribute. */
  disableByPrefix: patchOf({ op: 'Replace', path: `${CORE_USER}:active`, value: 'False' }),
};

/** developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20 */
export const OKTA = {
  /** "Determine if the user already exists". */
  query: (userName: string) => `?filter=userName%20eq%20%22${userName}%22&startIndex=1&count=100`,
  /** "Create the user". */
  create: {
    schemas: [CORE_USER],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq!aB',
    active: true,
  },
  /** "Update a specific user (PUT)": the whole user as it was read, with what has changed. */
  replace: (id: string) => ({
    schemas: [CORE_USER],
    id,
    userName: 'test.user@okta.local',
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    emails: [
      { primary: true, value: 'test.user@okta.example', type: 'work', display: 'test.user@okta.example' },
    ],
    active: true,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  /** "Update a specific user (PUT)" when the mapping of userName gives another value. */
  rename: (id: string) => ({
    schemas: [CORE_USER],
    id,
    userName: 'renamed@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'renamed@okta.example', type: 'work', display: 'renamed@okta.example' }],
    active: true,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  /** "Delete users" when the app was configured for PUT: the whole user, inactive. */
  disableByPut: (id: string) => ({
    schemas: [CORE_USER],
    id,
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [
      { primary: true, value: 'test.user@okta.example', type: 'work', display: 'test.user@okta.example' },
    ],
    active: false,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  /** "Delete users": Okta deactivates. */
  disable: patchOf({ op: 'replace', value: { active: false } }),
};
