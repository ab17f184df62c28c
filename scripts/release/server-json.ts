// server.json for the MCP registry: where clients get the server, and how they start it.
import { REGISTRY_NAME } from './stage-package.ts';

export interface ServerJsonFacts {
  readonly version: string;
  /** At most 100 characters, as the registry requires. */
  readonly description: string;
}

export function serverJson({ version, description }: ServerJsonFacts): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: REGISTRY_NAME,
    title: 'Sallyport',
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: 'sallyport',
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          {
            name: 'SALLYPORT_KEY',
            description: 'Key of this agent, from "sallyport agents add NAME". Without it, no permissions are kept.',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
