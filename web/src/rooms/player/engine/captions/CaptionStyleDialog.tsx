import { useTexts } from '../../../../core/i18n/i18n.ts'
import { Dialog, FooterNote } from '../../../../ui/overlay/Dialog.tsx'
import { SegmentedControl } from '../../../../ui/form/SegmentedControl.tsx'
import { Button } from '../../../../ui/form/Button.tsx'
import {
  captionColours,
  captionGrounds,
  captionPlaces,
  captionSizes,
  changeCaptionStyle,
  firstCaptionStyle,
  sizeFactor,
  useCaptionStyle,
} from './caption-style.ts'
import captions from './Captions.module.css'
import { useEngine } from '../context.ts'
import classes from '../controls/Dialogs.module.css'

/** Edits the caption style, with an example that follows every choice. Choices apply at once. */
export default function CaptionStyleDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { film } = useEngine()
  const style = useCaptionStyle()
  const { size, colour, ground, place } = style
  const choices = <T extends string>(values: readonly T[]) =>
    values.map((value) => ({ value, label: t(`caption_style_${value}`) }))
  return (
    <Dialog
      title={t('film_captions_style')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote>{t('caption_style_kept')}</FooterNote>
          <Button variant="default" onClick={() => changeCaptionStyle(firstCaptionStyle)}>
            {t('caption_style_reset')}
          </Button>
          <Button variant="filled" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className={classes.preview} style={film.poster ? { backgroundImage: `url("${film.poster}")` } : undefined}>
        <div
          className={captions.captions}
          style={{ fontSize: 15 * sizeFactor[size] }}
          data-preview=""
          data-size={size}
          data-colour={colour}
          data-ground={ground}
          data-place={place}
        >
          <p>{t('caption_style_sample')}</p>
        </div>
      </div>
      <div className={classes.choices}>
        <p aria-hidden="true">{t('caption_style_size')}</p>
        <SegmentedControl
          fill
          label={t('caption_style_size')}
          value={size}
          onChange={(value) => changeCaptionStyle({ size: value })}
          segments={choices(captionSizes)}
        />
        <p aria-hidden="true">{t('caption_style_colour')}</p>
        <SegmentedControl
          fill
          label={t('caption_style_colour')}
          value={colour}
          onChange={(value) => changeCaptionStyle({ colour: value })}
          segments={choices(captionColours)}
        />
        <p aria-hidden="true">{t('caption_style_ground')}</p>
        <SegmentedControl
          fill
          label={t('caption_style_ground')}
          value={ground}
          onChange={(value) => changeCaptionStyle({ ground: value })}
          segments={choices(captionGrounds)}
        />
        <p aria-hidden="true">{t('caption_style_position')}</p>
        <SegmentedControl
          fill
          label={t('caption_style_position')}
          value={place}
          onChange={(value) => changeCaptionStyle({ place: value })}
          segments={choices(captionPlaces)}
        />
      </div>
    </Dialog>
  )
}
