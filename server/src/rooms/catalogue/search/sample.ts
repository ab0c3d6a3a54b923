import type { Phrase } from './search.index.ts'

/**
 * Generates a library far larger than the bundled one, for the benchmark and tests of the search. The output is
 * deterministic.
 */

const qualities = ['Front', 'Rear', 'Upper', 'Lower', 'Inner', 'Outer', 'Main', 'Auxiliary', 'Hydraulic', 'Electric']
const things = [
  'brake',
  'clutch',
  'engine',
  'gearbox',
  'steering',
  'suspension',
  'exhaust',
  'cooling',
  'fuel',
  'oil',
  'air',
  'ignition',
  'charging',
  'starter',
  'turbo',
  'heater',
  'window',
  'door',
  'lamp',
  'wiper',
  'tyre',
  'wheel',
]
const pieces = [
  'pump',
  'valve',
  'sensor',
  'relay',
  'filter',
  'hose',
  'bearing',
  'seal',
  'gasket',
  'bracket',
  'housing',
  'shaft',
  'spring',
  'damper',
  'switch',
  'motor',
  'actuator',
  'regulator',
  'module',
  'harness',
  'joint',
  'mount',
  'cover',
]
const noises = ['Squeal', 'Knocking', 'Whine', 'Rattle', 'Vibration', 'Grinding', 'Smell', 'Smoke', 'Leak', 'Jerk']
const moments = ['when braking', 'over bumps', 'at idle', 'in corners', 'on cold start', 'at high speed', 'uphill']

/** Syllables of words unique to a part, so that the vocabulary grows with the library as a real one does. */
const syllables = ['ka', 'ro', 'mi', 'te', 'lu', 'sa', 'vo', 'ne', 'di', 'pu']
const ownWord = (n: number) =>
  String(n)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => syllables[Number(digit)]!)

const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** Returns the phrases of generated part `n`. */
export function samplePart(n: number): Phrase[] {
  const thing = of(things, n)
  const piece = of(pieces, Math.floor(n / things.length))
  const name = `${of(qualities, Math.floor(n / 7))} ${thing} ${piece} ${ownWord(n)}`
  const keywords = Array.from({ length: 8 }, (_, i) => `${of(things, n * 3 + i)} ${of(pieces, n + i * 5)}`)
  const symptoms = Array.from({ length: 6 }, (_, i) => `${of(noises, n + i * 3)} ${of(moments, n * 2 + i)}`)
  const code = `${of(['P', 'C', 'B', 'U'], n)}${(0x0001 + n).toString(16).toUpperCase().padStart(4, '0')}`
  return [
    { kind: 'name', text: name },
    { kind: 'code', text: code },
    ...keywords.map((text): Phrase => ({ kind: 'keyword', text })),
    ...symptoms.map((text): Phrase => ({ kind: 'symptom', text })),
    { kind: 'system', text: `${thing[0]!.toUpperCase()}${thing.slice(1)}` },
  ]
}
