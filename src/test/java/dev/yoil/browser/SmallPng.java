package dev.yoil.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Pictures of pages in fewer bytes: with coarser colours, which are invisible in text and
 * hardly in drawings, and compressed for longer than a browser does.
 */
final class SmallPng {

	/** Of 256 shades of each colour, every so many remain. */
	private static final int COARSE = 6;

	private SmallPng() {
	}

	/**
	 * Rewrites a picture.
	 * @param png as the browser takes it
	 * @return the same picture, still as PNG
	 */
	static byte[] of(byte[] png) throws IOException {
		BufferedImage taken = ImageIO.read(new ByteArrayInputStream(png));
		BufferedImage picture = new BufferedImage(taken.getWidth(), taken.getHeight(), BufferedImage.TYPE_INT_RGB);
		for (int y = 0; y < taken.getHeight(); y++) {
			for (int x = 0; x < taken.getWidth(); x++) {
				int colour = taken.getRGB(x, y);
				picture.setRGB(x, y, (coarse(colour >> 16 & 0xff) << 16) | (coarse(colour >> 8 & 0xff) << 8)
						| coarse(colour & 0xff));
			}
		}
		ByteArrayOutputStream small = new ByteArrayOutputStream();
		ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
		try (ImageOutputStream out = ImageIO.createImageOutputStream(small)) {
			ImageWriteParam parameters = writer.getDefaultWriteParam();
			parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
			// The most that it can do.
			parameters.setCompressionQuality(0);
			writer.setOutput(out);
			writer.write(null, new IIOImage(picture, null, null), parameters);
		}
		finally {
			writer.dispose();
		}
		return small.toByteArray();
	}

	private static int coarse(int shade) {
		// White and black stay what they are.
		return (shade > 255 - COARSE / 2) ? 255 : (shade + COARSE / 2) / COARSE * COARSE;
	}

}
