import type { LdapSettings } from '#server/config/ldap.ts';
import type { BindResult } from './bind-result.ts';
import { bindForSearch, findPersonDn, templateDn } from './person.ts';

export interface DirectoryPasswords {
  /** @throws DirectoryProblemError when the directory is unreachable or gives no usable answer */
  verify(userId: string, password: string): Promise<BindResult>;
}

/** Verifies passwords at the company's directory. The LDAP client is loaded when the first password is verified. */
export function directoryPasswords(settings: LdapSettings): DirectoryPasswords {
  return {
    async verify(userId, password) {
      if (password === '') return 'wrong';
      const { connectToAny } = await import('./connection.ts');
      const connection = await connectToAny(settings);
      try {
        const dnFromTemplate = templateDn(settings, userId);
        if (dnFromTemplate === null) await bindForSearch(connection, settings);
        const dn = dnFromTemplate ?? (await findPersonDn(connection, settings, userId));
        return dn === null ? 'wrong' : await connection.bind(dn, password.normalize('NFC'));
      } finally {
        connection.close();
      }
    },
  };
}
