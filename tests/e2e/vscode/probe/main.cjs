// An extension beside ours, in the same process of a window: answers tests at a loopback port that stands in ~/probes/PID.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { homedir } = require('node:os');
const { join } = require('node:path');
const vscode = require('vscode');
const { createClock } = require('./clock.cjs');

exports.activate = ({ subscriptions }) => {
  const clock = createClock();
  const answers = {
    '/window': () => ({
      pid: process.pid,
      folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? null,
      isActive: vscode.extensions.getExtension('sallyport.sallyport')?.isActive ?? false,
    }),
    '/settings': ({ names }) => names.map((name) => vscode.workspace.getConfiguration().get(name) ?? null),
    '/diff': ({ left, right, title }) => {
      const uris = [left, right].map((path) => vscode.Uri.from({ scheme: 'test-probe', path }));
      void vscode.commands.executeCommand('vscode.diff', ...uris, title, { preview: false });
    },
    '/clock/hold': () => clock.hold(),
    '/clock/forward': ({ ms }) => clock.forward(ms),
    '/clock/release': () => clock.release(),
  };
  const server = createServer(async (request, response) => {
    const parts = await request.toArray();
    const answer = answers[request.url](JSON.parse(Buffer.concat(parts).toString()));
    response.end(JSON.stringify(answer ?? null));
  });
  server.listen(0, '127.0.0.1', () => {
    const folder = join(homedir(), 'probes');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, String(process.pid));
    writeFileSync(`${file}.new`, String(server.address().port));
    renameSync(`${file}.new`, file);
  });
  subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider('test-probe', {
      provideTextDocumentContent: ({ path }) => readFileSync(path, 'utf8'),
    }),
  );
  subscriptions.push({ dispose: () => server.close() });
};
