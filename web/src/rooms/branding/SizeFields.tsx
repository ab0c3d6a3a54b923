import { useTexts } from '../../core/i18n/i18n.ts'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import formClasses from '../sites/Form.module.css'
import { other, pixels, type Size } from './sizes.ts'

export interface TypedSize {
  width: string
  height: string
}

/** Edits width and height of a picture. Typing one updates the other. */
export function SizeFields({
  picture,
  value,
  onChange,
  wrong,
}: {
  picture: Size
  value: TypedSize
  onChange: (value: TypedSize) => void
  /** Whether the user tried to continue without both. */
  wrong: boolean
}) {
  const t = useTexts()
  const field = (side: keyof Size) => ({
    id: `picture-${side}`,
    label: t(side === 'width' ? 'width_px' : 'height_px'),
    inputMode: 'numeric' as const,
    dir: 'ltr' as const,
    value: value[side],
    error:
      wrong && pixels(value[side]) === null ? <FieldError>{t('Required width and height')}</FieldError> : undefined,
    onChange: ({ currentTarget: { value: typed } }: React.ChangeEvent<HTMLInputElement>) => {
      const length = pixels(typed)
      const otherSide = side === 'width' ? 'height' : 'width'
      const follows = length === null ? value[otherSide] : String(other(side, length, picture))
      onChange(side === 'width' ? { width: typed, height: follows } : { width: follows, height: typed })
    },
  })
  return (
    <div className={formClasses.pair}>
      <TextInput {...field('width')} />
      <TextInput {...field('height')} />
    </div>
  )
}
