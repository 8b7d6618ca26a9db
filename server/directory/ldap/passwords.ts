import type { LdapSettings } from '#server/config/ldap.ts';
import type { BindResult } from './bind-result.ts';
import { bindForSearch, findPerson, templateDn } from './person.ts';

/** Verifies passwords at the company's directory. */
export interface DirectoryPasswords {
  /** @throws DirectoryProblemError when the directory is unreachable or gives no usable answer */
  verify(userId: string, password: string): Promise<BindResult>;
}

/** Verifies passwords by the directory, whose client is loaded for the first password. */
export function directoryPasswords(settings: LdapSettings): DirectoryPasswords {
  return {
    async verify(userId, password) {
      if (password === '') return 'wrong';
      const { connectToAny } = await import('./connection.ts');
      const connection = await connectToAny(settings);
      try {
        const dnByTemplate = templateDn(settings, userId);
        if (dnByTemplate === null) await bindForSearch(connection, settings);
        const dn = dnByTemplate ?? (await findPerson(connection, settings, userId));
        return dn === null ? 'wrong' : await connection.bind(dn, password.normalize('NFC'));
      } finally {
        connection.close();
      }
    },
  };
}
