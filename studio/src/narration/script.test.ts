import { describe, expect, test } from 'vitest'
import { readScript } from './script.ts'

const lines = (...items: string[]) => ['name: Brake', 'script:', ...items].join('\n')

describe('a script', () => {
  test('knows the line of the file in which each text stands', () => {
    const content = lines('  - start: 0.6', '    end: 3', '    text: One.', '  - { start: 3.2, end: 5, text: Two. }')
    expect(readScript('/parts/X/text.en-US.yaml', content)).toEqual({
      file: 'text.en-US.yaml',
      lines: [
        { start: 0.6, end: 3, text: 'One.', lineNumber: 5 },
        { start: 3.2, end: 5, text: 'Two.', lineNumber: 6 },
      ],
    })
  })

  test('may tell the voice to say something else than is read', () => {
    const content = lines('  - { start: 0, end: 2, text: 2 mm., spoken: Two millimetres. }')
    expect(readScript('text.en-US.yaml', content).lines[0]?.spoken).toBe('Two millimetres.')
  })

  test('is refused with its place when slots overlap or a line is incomplete', () => {
    const overlapping = lines('  - { start: 0, end: 2, text: One. }', '  - { start: 1.9, end: 3, text: Two. }')
    expect(() => readScript('text.en-US.yaml', overlapping)).toThrow('text.en-US.yaml:4: the slot from 1.9 to 3')
    expect(() => readScript('text.en-US.yaml', lines('  - { start: 0, text: One. }'))).toThrow('text.en-US.yaml:3')
    expect(() => readScript('text.en-US.yaml', 'name: Brake')).toThrow('text.en-US.yaml: no script')
  })
})
