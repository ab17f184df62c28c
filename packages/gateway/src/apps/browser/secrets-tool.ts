// The declaration of `secrets`, which lists what an agent can have typed by name. The gateway runs it.
import { isRecord, type ToolDeclaration } from '@sallyport/protocol';

export const secretsTool: ToolDeclaration = {
  name: 'secrets',
  title: 'Secrets',
  description:
    'Lists the names of passwords and one-time codes that the user keeps, and the sites they are for. To have one typed, give type or a field of fill_form "secret": NAME instead of a text. You never see its value; a site that shows it is closed to you.',
  family: 'secrets',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  effect: 'read',
  runsInGateway: 'secrets',
};

/** Extensions of earlier versions cannot type secrets. */
export function takesSecrets(type: ToolDeclaration | undefined): boolean {
  return isRecord(type?.inputSchema.properties) && type.inputSchema.properties.secret !== undefined;
}
