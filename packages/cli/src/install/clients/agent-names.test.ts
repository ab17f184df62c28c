// An agent that the user named like a client is the user's: install gives the client's own agent another name.
import { expect, it } from 'vitest';
import { openDoctorWorld } from '../../../../../tests/support/doctor-world.ts';

it('an agent that the user named like a client keeps its key, and goes on after uninstall', async () => {
  const world = openDoctorWorld();
  const agents = (): { name: string; keyHash: string }[] => JSON.parse(world.read('sp/data/agents.json')).agents;
  world.put('.gemini/settings.json', '{}');
  await world.sallyport('agents', 'add', 'Gemini CLI');
  const [before] = agents();
  await world.sallyport('install', '--only', 'agents', '--yes');
  expect(agents().map(({ name }) => name)).toEqual(['Gemini CLI', 'Gemini CLI 2']);
  expect(agents()[0]).toEqual(before);
  const written = world.read('.gemini/settings.json');
  await world.sallyport('install', '--only', 'agents', '--yes');
  expect(world.read('.gemini/settings.json')).toBe(written);
  await world.sallyport('uninstall', '--yes');
  expect(agents()).toEqual([before]);
  expect(world.read('.gemini/settings.json')).toBe('{}');
});

it('a client whose key was rotated or whose record is lost gets no second agent', async () => {
  const world = openDoctorWorld();
  const names = () => JSON.parse(world.read('sp/data/agents.json')).agents.map(({ name }: { name: string }) => name);
  world.put('.gemini/settings.json', '{}');
  await world.sallyport('install', '--only', 'agents', '--yes');
  await world.sallyport('agents', 'rotate', 'Gemini CLI');
  await world.sallyport('install', '--only', 'agents', '--yes');
  expect(names()).toEqual(['Gemini CLI']);
  world.remove('sp/data/clients.json');
  await world.sallyport('install', '--only', 'agents', '--yes');
  expect(names()).toEqual(['Gemini CLI']);
});
